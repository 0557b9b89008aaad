//! `adgraph completions` and `adgraph man`: shell completions and manual pages.

use crate::arguments::Arguments;
use crate::failure::{Failure, Result};
use crate::output;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;
use std::path::Path;

pub(super) fn completions(shell: Shell) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "adgraph", &mut script);
    write(&script)
}

pub(super) fn pages(folder: Option<&Path>) -> Result<()> {
    let command = Arguments::command();
    let Some(folder) = folder else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        return write(&page);
    };
    clap_mangen::generate_to(command, folder).map_err(|error| {
        let folder = folder.display();
        Failure::File(format!(
            "no manual pages can be written into {folder}: {error}"
        ))
    })
}

fn write(text: &[u8]) -> Result<()> {
    let mut out = output::stdout();
    out.write_all(text)?;
    Ok(out.flush()?)
}
