/// How two values of a register become one.
///
/// Each register in a packet says its way, so software merges registers whose kind it does not know.
package enum MergeWay: UInt8, Sendable {
    /// The value with the greater stamp.
    case latest = 0
    /// A set of additions and removals.
    case additions = 1
    /// The greater value, compared byte by byte.
    case maximum = 2
}
