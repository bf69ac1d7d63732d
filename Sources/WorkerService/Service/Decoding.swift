/// The ability of a worker to decode files.
package enum Decoding: Sendable {
    /// This program has no decoders. `problem` is the reason why the program with decoders cannot be started; nil if it
    /// is there.
    case inOtherProgram(problem: String?)
    /// This process was started to decode and cannot, for the given reason.
    case unavailable(String)
    /// This program has decoders.
    case available(any FileDecoders)

    var decoders: (any FileDecoders)? {
        if case .available(let decoders) = self { decoders } else { nil }
    }
}
