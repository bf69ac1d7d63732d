import Foundation

extension LibraryGivenFiles {
    /// Returns healings that give the bytes of one staged file to several resources, each as a file of its
    /// own.
    package func healings(
        of broken: [HeldBytes.Broken],
        with staged: StagedResource,
        verifier: OriginalVerifier
    ) throws -> [ResourceHealing] {
        guard let area = staged.area else { return [] }
        return try broken.enumerated().map { index, resource in
            var file = staged.file
            if index > 0 {
                let suffix = StagingArea.pathExtension(of: staged.file.file)
                let range = 0..<staged.file.byteCount
                file = try area.add(
                    .part(area.url(of: staged.file), range),
                    id: core.environment.makeUUID()
                ) { _ in (suffix, ()) }.0
            }
            return ResourceHealing(
                held: resource.file,
                staged: file,
                area: area,
                isDamaged: resource.isDamaged,
                leavesOthersAbsent: try leavesOthersAbsent(resource.file, verifier: verifier)
            )
        }
    }

    /// Returns whether an offline asset lacks another file, too.
    ///
    /// The files themselves are checked, because a forgotten source has no rows any more.
    private func leavesOthersAbsent(
        _ held: HeldFile,
        verifier: OriginalVerifier
    ) throws -> Bool {
        guard held.isOffline else { return false }
        return try originals.heldFiles(ofAssets: [held.assetRow]).contains { other in
            try other.row != held.row && other.sourceFileID == nil
                && verifier.condition(of: other) == .missing
        }
    }
}
