//! Axes: dimensions that are told apart by their names.
//!
//! A dimension is called by the name that its extent was written with, and functions along a
//! dimension take that name: `sum(x, axis = N)`. An `Axis` is more than a name: two axes never
//! agree.
//!
//! | where | what holds |
//! |---|---|
//! | a type is written: `let`, arguments, results, assignments | the order is the type's. An axis is no other axis; it may be a number, and a number may be an axis, because the type says which |
//! | operators and functions element by element, `stack` | arrays whose dimensions are all axes meet by name: the result has the axes of the first in their order, then those that others have besides; each operand is repeated along the axes that it lacks. A dimension without an axis does not meet an axis |
//! | other functions | dimensions that run together are not two axes; each dimension of the result that is one of an operand keeps its name |
//! | products of an array with itself, `matmul(x, transpose(x))` | an axis lies along one dimension of an array: where it would lie along two, both are numbers, until a type or `reshape` names them |
//! | calls | a function's own axes stand for those of its arguments, so that results have the caller's |
//! | parts, `x[..3]` | a dimension keeps its name where all of it is taken |
//!
//! | file | does |
//! |---|---|
//! | `names` | finds the dimension that a name means |
//! | `meet` | brings operands to common dimensions |
//! | `products` | `contract` and `rename` |
//! | `report` | messages |
//!
//! Nothing of this is left in the graph but the exchanges and repetitions of dimensions.

mod meet;
mod names;
mod products;
mod report;
