import PhotosStore

/// The space that original files may take in the library's folder.
///
/// Files that remotes have leave the folder when more is needed, those first whose last use is longest ago. Previews
/// stay. Requests of `Photos` fetch such files again where they may use the network.
public struct LibrarySpaceRule: Hashable, Sendable {
    /// The bytes that the library's own files may take; 0 or more.
    public var byteCount: Int64
    /// The number of remotes that must have a file before it leaves; 1 or more.
    public var copies: Int
    /// The number of days within which each of these remotes must have given the file's bytes back; 1 or more.
    public var proofDays: Int

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes that files may take.
    ///   - copies: The number of remotes that must have a file.
    ///   - proofDays: The greatest age of their proofs in days.
    public init(byteCount: Int64, copies: Int = 1, proofDays: Int = 30) {
        self.byteCount = byteCount
        self.copies = copies
        self.proofDays = proofDays
    }

    init(_ rule: SpaceRule) {
        self.init(byteCount: rule.byteCount, copies: rule.copies, proofDays: rule.proofDays)
    }

    var value: SpaceRule { SpaceRule(byteCount: byteCount, copies: copies, proofDays: proofDays) }
}

/// How many of the library's own files are in its folder, and how many are in remotes alone.
public struct LibrarySpaceUse: Hashable, Sendable {
    /// The files in the library's folder.
    public let local: LibraryRemote.Amount
    /// The files that left it, and that a remote is said to have.
    ///
    /// A file that was fetched since counts here until space is freed the next time.
    public let elsewhere: LibraryRemote.Amount
    /// The files that left it, and that no remote has any more.
    public let lost: LibraryRemote.Amount
    /// The files that stay in folders of forgotten sources (``ForgottenFile``).
    ///
    /// They are not in the library's folder, and take no space there.
    public let forgotten: LibraryRemote.Amount
    /// The files that should be in the library's folder and are not, as after a person removed or gave them up.
    ///
    /// Only `PHPhotoLibrary.examinedSpaceUse()` counts them, and `PHPhotoLibrary.check(readingBytes:progress:)` names them.
    public let missing: LibraryRemote.Amount
    /// The files that are pinned, or in a pinned album.
    public let pinned: LibraryRemote.Amount

    init(_ use: SpaceUse) {
        local = LibraryRemote.Amount(use.local)
        elsewhere = LibraryRemote.Amount(use.elsewhere)
        lost = LibraryRemote.Amount(use.lost)
        forgotten = LibraryRemote.Amount(use.forgotten)
        missing = LibraryRemote.Amount(use.missing)
        pinned = LibraryRemote.Amount(use.pinned)
    }
}

/// The space that was freed.
public struct LibrarySpaceReport: Hashable, Sendable {
    /// The files that left the library's folder.
    public let released: LibraryRemote.Amount
    /// The bytes over the rule's space that could not be freed: remotes have no proved copies, or files are pinned.
    public let missingByteCount: Int64
    /// The bytes that should have left and could not.
    ///
    /// Pinned and small files do not count, because they stay.
    public let stuckByteCount: Int64
    /// Why files stayed of which remotes have proved copies, as sentences that say what to do.
    ///
    /// A file leaves only if its remotes answer at that moment and have it.
    public let obstacles: [String]
}
