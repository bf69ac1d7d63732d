package import Foundation

/// The resources of a library with given bytes, and those among them whose file is not there with its bytes.
///
/// A file that left counts as there only if a remote shows it now. Otherwise whoever has the bytes in hand gives them back,
/// whatever rows say: they may be wrong.
package struct HeldBytes: Hashable, Sendable {
    /// A resource whose file is missing, elsewhere or damaged.
    package struct Broken: Hashable, Sendable {
        package var file: HeldFile
        package var isDamaged: Bool

        package init(file: HeldFile, isDamaged: Bool) {
            self.file = file
            self.isDamaged = isDamaged
        }
    }

    /// The assets with a resource of these bytes, oldest first.
    package var assets: [UUID] = []
    package var broken: [Broken] = []
    /// The resources that have lost a movie which is inside a file with these bytes, if the caller has looked for them.
    package var brokenMovies: [Broken] = []
    /// Whether no file in the library's own folder and no remote has these bytes, but only files that stay in sources.
    package private(set) var isInSourcesAlone = false
}

extension HeldBytes {
    /// Checks the files of resources that have the same bytes.
    ///
    /// - Parameters:
    ///   - files: The resources with these bytes.
    ///   - verifier: Checks their files.
    ///   - sparesOffline: Skips resources that wait for their file in a source, as a sweep does. The file may
    ///     come back.
    /// - Throws: ``StoreError`` where a system call fails for a reason other than the file itself.
    package init(_ files: [HeldFile], _ verifier: OriginalVerifier, sparesOffline: Bool) throws {
        var isOwn = false
        for file in files {
            if !assets.contains(file.asset) { assets.append(file.asset) }
            if sparesOffline, file.sourceFileID != nil || file.isOffline { continue }
            switch try verifier.condition(of: file) {
            case .whole: if file.sourceFileID == nil { isOwn = true }
            case .missing: broken.append(Broken(file: file, isDamaged: false))
            case .elsewhere:
                if try verifier.isInReach(file) {
                    isOwn = true
                } else {
                    broken.append(Broken(file: file, isDamaged: false))
                }
            case .damaged: broken.append(Broken(file: file, isDamaged: true))
            }
        }
        isInSourcesAlone = !isOwn && files.contains { $0.sourceFileID != nil }
    }
}
