package import Foundation
package import PhotosStore

/// Decides how an import goes on after a block could not be committed.
package enum FailedCommit: Hashable, Sendable {
    /// The import ends with the error.
    case end
    /// Each unit of the block is committed alone, so that only the faulty one is left out.
    case commitEach
    /// The unit itself is at fault.
    case blame

    /// - Parameters:
    ///   - error: The reason of the failure.
    ///   - units: The number of units in the block.
    package init(_ error: StoreError, units: Int) {
        guard Self.isFaultOfOneFile(error) else {
            self = .end
            return
        }
        self = units > 1 ? .commitEach : .blame
    }

    /// Returns whether the error concerns one file, so that the other files may still be imported.
    ///
    /// A disk error does not. If flushing files failed, they must not be flushed again: the kernel may have
    /// discarded their bytes, and a second flush would report success.
    private static func isFaultOfOneFile(_ error: StoreError) -> Bool {
        switch error.code {
        case .invalidResource, .missingResource, .changeNotSupported, .objectMissing: true
        default: false
        }
    }

    /// The treatment of a single unit that could not be committed.
    package enum Blame: Hashable, Sendable {
        /// Another process has added an asset with the bytes that has lost its files since. The unit restores them.
        case heal([HeldBytes.Broken])
        /// Another process has added the bytes meanwhile.
        case duplicate(of: UUID)
        case refuse

        /// Decides about a single unit.
        ///
        /// - Parameters:
        ///   - presence: The presence of the original's bytes in the library by now.
        ///   - isCreation: Whether the unit creates an asset.
        ///   - isStaged: Whether the unit's original is staged.
        package init(_ presence: Presence, isCreation: Bool, isStaged: Bool) {
            if case .broken(let held) = presence {
                self = isCreation && isStaged ? .heal(held.broken) : .refuse
            } else {
                self = presence.assets.first.map { .duplicate(of: $0) } ?? .refuse
            }
        }
    }
}
