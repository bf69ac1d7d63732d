import Glibc

/// An open descriptor, which closes with this object.
public final class Descriptor: Sendable {
    /// Its number.
    public let number: Int32

    /// Takes over an open descriptor.
    public init(_ number: Int32) { self.number = number }

    deinit { close(number) }
}
