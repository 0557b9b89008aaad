//! The files from which a run is continued: the network with the state of its optimiser, and the
//! losses so far.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use adgraph::optimise::Moments;
use adgraph::tree;

use crate::model::Model;

/// A network that is trained.
pub(crate) struct Run {
    pub(crate) model: Model,
    pub(crate) adam: Moments<Model>,
    /// The loss at each step.
    pub(crate) losses: Vec<f64>,
}

pub(crate) struct Files {
    checkpoint: PathBuf,
    losses: PathBuf,
    pub(crate) plot: PathBuf,
}

impl Files {
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, Box<dyn Error>> {
        fs::create_dir_all(folder)?;
        Ok(Self {
            checkpoint: folder.join("checkpoint.safetensors"),
            losses: folder.join("losses.txt"),
            plot: folder.join("losses.svg"),
        })
    }

    /// Puts a run where it was saved last, if it was.
    pub(crate) fn restore(&self, run: &mut Run) -> Result<(), Box<dyn Error>> {
        if !self.checkpoint.exists() {
            return Ok(());
        }
        let (model, adam) = (&mut run.model, &mut run.adam);
        tree::load(&self.checkpoint, &mut [("model", model), ("adam", adam)])?;
        let losses = fs::read_to_string(&self.losses)?;
        let losses = losses.lines().take(run.adam.step).map(str::parse);
        run.losses = losses.collect::<Result<_, _>>()?;
        Ok(())
    }

    pub(crate) fn save(&self, run: &Run) -> Result<(), Box<dyn Error>> {
        // These are written first: of more lines than the checkpoint has steps, the rest is not read.
        let lines: String = run.losses.iter().map(|loss| format!("{loss}\n")).collect();
        fs::write(&self.losses, lines)?;
        tree::save(
            &self.checkpoint,
            &[("model", &run.model), ("adam", &run.adam)],
        )?;
        Ok(())
    }
}
