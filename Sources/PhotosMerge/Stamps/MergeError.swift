/// Why bytes are no register, or why a block cannot be merged or written.
package enum MergeError: Error, Hashable, Sendable {
    /// The bytes end before what they announce.
    case cutOff
    /// Bytes stand behind the end.
    case trailingBytes
    /// A length or a number of parts is above its limit.
    case tooLong
    /// The bytes are not the only form of what they mean.
    case notCanonical
    /// Software of this version does not know the form of the block.
    case unknownForm(UInt8)
    /// Software of this version does not know this way of merging, so it must stop.
    case unknownWay(UInt8, kind: UInt16)
    /// A register that this version knows is merged in another way.
    case otherWay(UInt8, kind: UInt16)
    /// The class of a stamp is unknown.
    case unknownClass(UInt8)
    /// The time of a stamp is before 1970 or after the year 2199.
    case impossibleTime(Int64)
    /// A block has the number 0.
    case numberZero
    /// A value does not fit its register.
    case invalidValue(kind: UInt16)
    /// A position has fewer than 8 or more than 256 bytes.
    case invalidPosition
    /// No time is left that is later than the one to replace.
    case timesUsedUp
}

extension MergeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .cutOff: "The bytes end early. Get the object again."
        case .trailingBytes: "Bytes stand behind the end. Get the object again."
        case .tooLong: "A part is longer than allowed. Get the object again."
        case .notCanonical: "The bytes are not in their canonical form. Get the object again."
        case .unknownForm(let form):
            "The form \(form) of a block is unknown. Update the software of this machine."
        case .unknownWay(let way, let kind):
            "The way of merging \(way), of registers of kind \(kind), is unknown. Update the software of this machine."
        case .otherWay(let way, let kind):
            "Registers of kind \(kind) do not merge in the way \(way). Update the software of both machines."
        case .unknownClass(let origin):
            "The class \(origin) of a stamp is unknown. Update the software of this machine."
        case .impossibleTime(let time):
            "The time \(time) of a stamp cannot be. Set the clock of the machine that wrote it."
        case .numberZero: "A block has no number. Get the object again."
        case .invalidValue(let kind): "A value does not fit registers of kind \(kind)."
        case .invalidPosition: "A position has fewer than 8 or more than 256 bytes."
        case .timesUsedUp:
            "The value to replace has the last possible time. Set the clocks, and remove the member that wrote it."
        }
    }
}
