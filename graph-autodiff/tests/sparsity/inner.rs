//! Branches, loops, calls and functions of the host.

use graph_autodiff::sparsity;
use graph_ir::graph::{External, ExternalKind, Function, InputKind, Role};
use graph_ir::{Builder, Element, Wire};

use crate::{graph, hessian, indices, jacobian, rows, tensor, variables};

fn element<'b>(x: Wire<'b>, i: i64) -> Wire<'b> {
    x.builder().index(x, 0, i).unwrap()
}

fn branch<'b>(b: &'b Builder, condition: Wire<'b>, sides: [&dyn Fn() -> Wire<'b>; 2]) -> Wire<'b> {
    let [then, otherwise] = sides.map(|side| {
        b.begin_region().unwrap();
        b.end_region(&[side()]).unwrap()
    });
    b.branch(condition, then, otherwise).unwrap()[0]
}

#[test]
fn a_branch_depends_on_what_both_sides_depend_on() {
    fn sided(b: &Builder) -> Wire<'_> {
        let x = variables(b, &[4]);
        let condition = element(x, 3).greater(0.0);
        let then = || element(x, 0) * element(x, 1);
        let otherwise = || element(x, 2).exp();
        branch(b, condition, [&then, &otherwise])
    }
    assert_eq!(jacobian(sided), [[0, 1, 2]]);
    assert_eq!(hessian(sided), [vec![], vec![0], vec![2], vec![]]);
}

#[test]
fn a_branch_on_a_constant_is_one_side() {
    let found = jacobian(|b| {
        let x = variables(b, &[2]);
        let condition = b.number(Element::F64, 1.0).less(0.0);
        branch(b, condition, [&|| element(x, 0), &|| element(x, 1)])
    });
    assert_eq!(found, [[1]]);
}

/// `state = state + step[i] * scale` with the states before it stacked, forwards or backwards.
fn running<'b>(b: &'b Builder, reverse: bool) -> Vec<Wire<'b>> {
    let x = variables(b, &[5]);
    let scale = element(x, 4);
    let steps = b.range(x, 0, 0, 4).unwrap();
    b.begin_region().unwrap();
    let number = tensor(Element::F64, &[]);
    let (state, step) = (b.region_input(number.clone()), b.region_input(number));
    let body = b.end_region(&[state + step * scale, state]).unwrap();
    let zero = b.number(Element::F64, 0.0);
    b.scan_region(body, &[zero], &[steps], 4, reverse).unwrap()
}

#[test]
fn loops_are_followed_through_their_iterations() {
    assert_eq!(jacobian(|b| running(b, false)[0]), [[0, 1, 2, 3, 4]]);
    let stacked = jacobian(|b| running(b, false)[1]);
    assert_eq!(
        stacked,
        [vec![], vec![0, 4], vec![0, 1, 4], vec![0, 1, 2, 4]]
    );
    let stacked = jacobian(|b| running(b, true)[1]);
    assert_eq!(
        stacked,
        [vec![1, 2, 3, 4], vec![2, 3, 4], vec![3, 4], vec![]]
    );
    let pairs = hessian(|b| running(b, false)[0]);
    assert_eq!(pairs, [vec![], vec![], vec![], vec![], vec![0, 1, 2, 3]]);
}

#[test]
fn a_counter_of_a_loop_is_known() {
    // y[i] = x[3 - i], read by the loop's own count.
    let found = jacobian(|b| {
        let x = variables(b, &[4]);
        let start = element(indices(b, &[3]), 0);
        b.begin_region().unwrap();
        let count = b.region_input(tensor(Element::I64, &[]));
        let body = b
            .end_region(&[count - 1.0, b.gather(x, count, 0).unwrap()])
            .unwrap();
        b.scan_region(body, &[start], &[], 4, false).unwrap()[1]
    });
    assert_eq!(found, [[3], [2], [1], [0]]);
}

#[test]
fn what_a_call_computes_is_the_functions() {
    let inner = Builder::new();
    let u = inner.input("u", tensor(Element::F64, &[2]), InputKind::Independent);
    inner.output("", element(u, 0) * element(u, 1)).unwrap();
    let function = Function::plain(inner.finish().unwrap());
    let found = hessian(|b| {
        let x = variables(b, &[3]);
        let first = b.call(&function, &[b.range(x, 0, 0, 2).unwrap()]).unwrap()[0];
        let second = b.call(&function, &[b.range(x, 0, 1, 2).unwrap()]).unwrap()[0];
        first + second
    });
    assert_eq!(found, [vec![], vec![0], vec![1]]);
}

fn host(kind: ExternalKind, arguments: usize) -> External {
    External {
        name: "g".into(),
        kind,
        role: Role::Value,
        arguments: vec![tensor(Element::F64, &[]); arguments],
        results: vec![tensor(Element::F64, &[])],
    }
}

#[test]
fn functions_of_the_host_depend_on_everything_in_every_way() {
    fn smooth(b: &Builder) -> Wire<'_> {
        let x = variables(b, &[3]);
        let arguments = [element(x, 0), element(x, 2)];
        b.external(&host(ExternalKind::Smooth, 2), &arguments)
            .unwrap()[0]
    }
    assert_eq!(jacobian(smooth), [[0, 2]]);
    assert_eq!(hessian(smooth), [vec![0], vec![], vec![0, 2]]);
    let discrete = graph(|b| {
        let x = variables(b, &[3]);
        let host = host(ExternalKind::Discrete, 1);
        b.external(&host, &[element(x, 1)]).unwrap()[0]
    });
    let pattern = sparsity::jacobian(&discrete, &[0]).unwrap();
    assert_eq!(rows(&pattern), [vec![]; 1] as [Vec<usize>; 1]);
}
