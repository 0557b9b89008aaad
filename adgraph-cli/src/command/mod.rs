//! The subcommands, one in each file.

mod bench;
mod check;
mod convert;
mod correspondence;
mod derivative;
mod diff;
mod draw;
mod dump;
mod eval;
mod indices;
mod info;
mod manual;

use crate::arguments::{Arguments, Command};
use crate::extents::Extents;
use crate::failure::Result;
use crate::trace::Tracing;
use derivative::Order;

/// Runs the command that the command line asks for.
pub(crate) fn run(arguments: &Arguments) -> Result<()> {
    let json = arguments.json;
    match &arguments.command {
        Command::Info { source } => info::run(source, json),
        Command::Check { files, format } => check::run(files, *format, json),
        Command::Eval {
            source,
            values,
            explain,
            trace,
            trace_only,
            trace_tag,
        } => {
            let tracing = trace.map(|format| Tracing {
                format,
                only: trace_only,
                tags: trace_tag,
            });
            eval::run(source, values, tracing.as_ref(), *explain, json)
        }
        Command::Grad(derivative) => derivative::run(derivative, Order::Gradient, false, json),
        Command::Jacobian(matrices) => {
            derivative::run(&matrices.derivative, Order::Jacobian, matrices.sparse, json)
        }
        Command::Hessian(matrices) => {
            derivative::run(&matrices.derivative, Order::Hessian, matrices.sparse, json)
        }
        Command::Convert {
            source,
            to,
            output,
            pretty,
            silent,
            limit,
        } => {
            let conversion = convert::Conversion {
                to: *to,
                pretty: *pretty,
                silent: *silent,
                limit: *limit,
            };
            conversion.run(source, output.as_deref())
        }
        Command::Draw {
            source,
            output,
            to,
            grad,
            limit,
        } => {
            let picture = draw::Wanted {
                output: output.as_deref(),
                to: *to,
                gradient: *grad,
                limit: *limit,
            };
            picture.draw(source)
        }
        Command::Dump {
            source,
            after,
            grad,
        } => dump::run(source, *after, *grad),
        Command::Bench {
            source,
            values,
            time,
        } => bench::run(source, values, *time, json),
        Command::Diff {
            a,
            b,
            shape,
            extent,
            points,
            tolerance,
            seed,
            picture,
        } => {
            let shapes = shape.iter().cloned().collect();
            let compared = diff::Compared::read(a, b, shapes, Extents::of(extent)?)?;
            if let Some(picture) = picture {
                compared.draw(picture)?;
            }
            compared.run(*points, *tolerance, *seed, json)
        }
        Command::Completions { shell } => manual::completions(*shell),
        Command::Man { folder } => manual::pages(folder.as_deref()),
    }
}
