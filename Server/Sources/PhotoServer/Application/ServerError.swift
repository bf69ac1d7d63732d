public import Foundation

/// A sentence that says why a server does not start.
public struct ServerError: Error, LocalizedError, CustomStringConvertible, Hashable, Sendable {
    /// The sentence.
    public let description: String

    init(_ description: String) { self.description = description }

    /// The sentence.
    public var errorDescription: String? { description }
}
