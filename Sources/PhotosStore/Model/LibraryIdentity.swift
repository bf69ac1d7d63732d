package import Foundation

/// The identity of a library and of its incarnation.
package struct LibraryIdentity: Hashable, Sendable {
    package var library: UUID
    package var incarnation: UUID
    /// The secret that signs tokens.
    var secret: [UInt8]
    /// Whether tokens must hide their position in the log.
    var hidesPositions = false

    /// Returns the identity that clients with this read scope use.
    ///
    /// For a scope with an epoch, the incarnation is mixed with the epoch, so that other clients cannot use these
    /// tokens.
    func seen(in readScope: ReadScope) -> LibraryIdentity {
        guard let epoch = readScope.epoch else { return self }
        var identity = self
        let mixed = zip(incarnation.bytes, epoch.bytes).map { $0 ^ $1 }
        identity.incarnation = UUID(bytes: mixed) ?? incarnation
        identity.hidesPositions = true
        return identity
    }
}
