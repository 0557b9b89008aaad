//! The command line.

/// The measurements to make, and the form of their output.
#[derive(Default)]
pub(crate) struct Options {
    /// The workloads to run; all, without saying.
    pub(crate) only: Option<Vec<String>>,
    pub(crate) json: bool,
    pub(crate) build: bool,
    pub(crate) growth: bool,
    pub(crate) math: bool,
    pub(crate) reach: bool,
    pub(crate) executor: bool,
    pub(crate) network: bool,
    pub(crate) training: bool,
    pub(crate) second: bool,
    pub(crate) peers: bool,
    pub(crate) results: bool,
    pub(crate) plot: bool,
}

const USAGE: &str = "\
usage: cargo run --release -p benchmarks -- [OPTIONS]

  --only ros,det   run these workloads only
  --build          time the compilation of each workload as well
  --peers          run the tools outside of Rust too: CasADi, JAX
  --json           print an array of objects instead of tables; with --build's figures
  --growth         how time grows with the length of Rosenbrock's function, instead
  --math           speed and errors of elementary functions, instead
  --reach          code for several machines, and several threads, instead
  --executor       preparation and evaluation of graphs at run time, instead
  --second         products with Hessians, and Hessians, with --peers CasADi's too, instead
  --network        a network from a file, and ONNX Runtime with --peers, instead
  --training       steps that train a transformer, and JAX's with --peers, instead
  --results        write RESULTS.md, with the figures of --build and of all the others
  --plot           write results.svg

The figures that are compared are those with RUSTFLAGS=\"-C target-cpu=native\".";

impl Options {
    /// Reads the arguments; an error is the text to print.
    pub(crate) fn parse(
        arguments: impl Iterator<Item = String>,
        known: &[&str],
    ) -> Result<Self, String> {
        let mut options = Self::default();
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--only" => {
                    let list = arguments.next().ok_or("`--only` needs a list: ros,det")?;
                    options.only = Some(workloads(&list, known)?);
                }
                "--json" => options.json = true,
                "--build" => options.build = true,
                "--growth" => options.growth = true,
                "--math" => options.math = true,
                "--reach" => options.reach = true,
                "--executor" => options.executor = true,
                "--second" => options.second = true,
                "--network" => options.network = true,
                "--training" => options.training = true,
                "--peers" => options.peers = true,
                "--results" => options.results = true,
                "--plot" => options.plot = true,
                "--help" | "-h" => return Err(USAGE.to_owned()),
                other => return Err(format!("unknown option `{other}`\n\n{USAGE}")),
            }
        }
        options.build |= options.json || options.results;
        Ok(options)
    }

    /// Whether a workload is to be run.
    pub(crate) fn wants(&self, workload: &str) -> bool {
        self.only
            .as_ref()
            .is_none_or(|only| only.iter().any(|name| name == workload))
    }
}

/// The names in a list; each must be known.
fn workloads(list: &str, known: &[&str]) -> Result<Vec<String>, String> {
    list.split(',')
        .map(|name| match known.contains(&name) {
            true => Ok(name.to_owned()),
            false => Err(format!(
                "no workload `{name}`; there are {}",
                known.join(", ")
            )),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::Options;

    fn parse(arguments: &[&str]) -> Result<Options, String> {
        let arguments = arguments.iter().map(|&argument| argument.to_owned());
        Options::parse(arguments, &["ros", "det"])
    }

    #[test]
    fn a_selection_runs_alone() {
        let options = parse(&["--only", "det", "--json"]).unwrap();
        assert!(options.json && options.build && options.wants("det") && !options.wants("ros"));
        assert!(parse(&[]).unwrap().wants("ros"));
    }

    #[test]
    fn what_is_not_known_is_refused() {
        let message = |arguments| parse(arguments).err().unwrap();
        assert_eq!(
            message(&["--only", "ros,rose"]),
            "no workload `rose`; there are ros, det"
        );
        assert!(message(&["--only"]).starts_with("`--only` needs"));
        assert!(message(&["--fast"]).starts_with("unknown option `--fast`"));
    }
}
