package import Foundation

/// Which library this is, and which life of it.
package struct LibraryIdentity: Hashable, Sendable {
    package var library: UUID
    package var incarnation: UUID
    /// Signs tokens.
    var secret: [UInt8]
    /// Whether tokens must not show where in the log they stand.
    var hidesPositions = false

    /// What the library is to those who see a part of it: their tokens are of no use to others.
    func seen(in readScope: ReadScope) -> LibraryIdentity {
        guard let epoch = readScope.epoch else { return self }
        var identity = self
        let mixed = zip(incarnation.bytes, epoch.bytes).map { $0 ^ $1 }
        identity.incarnation = UUID(bytes: mixed) ?? incarnation
        identity.hidesPositions = true
        return identity
    }
}
