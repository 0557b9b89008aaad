use adgraph::graph;

graph! {
    #[derive(Clone, Debug, Default)]
    pub struct Generic<T> {
        x: [T; 3],
    }

    #[derive(Clone, Debug, PartialEq)]
    pub struct Fields {
        a: Lost,
        b: i32,
        c: (),
    }

    #[derive(Clone)]
    struct Pair(f64, f64);

    struct Nothing;

    pub fn f(mut g: &mut Fields, h: &Generic<f64>, x: f64) -> () {
        g.b = 1;
    }
}

fn main() {
    let mut fields = Fields { a: 1.0, b: 2, c: () };
    let generic = Generic { x: [1.0; 3] };
    f(&mut fields, &generic, 1.0);
    println!("{:?} {:?}", fields.clone(), generic.clone());
    let Pair(a, b) = Pair(1.0, 2.0).clone();
    let _ = (a + b, Nothing);
}
