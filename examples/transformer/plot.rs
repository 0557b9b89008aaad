//! A picture of the loss over the steps.

use std::error::Error;
use std::path::Path;

use plotters::prelude::*;

/// How many steps a point of the smooth line is the mean of.
const MEAN: usize = 25;

pub(crate) fn losses(losses: &[f64], path: &Path) -> Result<(), Box<dyn Error>> {
    let area = SVGBackend::new(path, (720, 400)).into_drawing_area();
    area.fill(&WHITE)?;
    let highest = losses.iter().copied().fold(0.1, f64::max);
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(50)
        .build_cartesian_2d(0..losses.len().max(1), 0.0..highest)?;
    chart
        .configure_mesh()
        .x_desc("step")
        .y_desc("loss (nats per letter)")
        .light_line_style(TRANSPARENT)
        .draw()?;
    let each = losses.iter().copied().enumerate();
    chart.draw_series(LineSeries::new(each, RGBColor(190, 205, 235)))?;
    let means = losses.chunks(MEAN).enumerate().map(|(at, chunk)| {
        let mean = chunk.iter().sum::<f64>() / chunk.len() as f64;
        (at * MEAN + chunk.len() / 2, mean)
    });
    chart.draw_series(LineSeries::new(
        means,
        RGBColor(30, 60, 140).stroke_width(2),
    ))?;
    area.present()?;
    Ok(())
}
