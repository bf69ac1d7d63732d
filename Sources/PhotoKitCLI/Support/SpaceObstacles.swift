import OpenPhotoKit
import PhotosBase

/// Why files stay on this disk although the rule for space asks for their space.
enum SpaceObstacles {
    /// Returns why files stay although the rule asks for their space.
    ///
    /// Obstacles that a report names are not among them.
    static func reasons(
        for report: LibrarySpaceReport,
        in library: PHPhotoLibrary
    ) throws -> [String] {
        guard report.missingByteCount > 0, report.obstacles.isEmpty else { return [] }
        return try reasons(in: library)
    }

    /// Returns why files stay that no remote has proved.
    static func reasons(in library: PHPhotoLibrary) throws -> [String] {
        guard let rule = try library.spaceRule() else { return [] }
        let remotes = try library.remotes()
        guard remotes.count >= rule.copies else {
            return [
                "The library has \(Wording.count(remotes.count, of: "remote")), and the rule asks for \(rule.copies). Add one with \"photokit remote add\"."
            ]
        }
        var reasons: [String] = []
        for remote in remotes {
            let status = try library.status(of: remote)
            guard status.proved.count < status.wanted.count else { continue }
            reasons.append(
                "The remote \(remote.name) has given back \(status.proved.count) of \(Wording.count(status.wanted.count, of: "file")). Run \"photokit remote sync \(ShellWord.operand(remote.name))\"."
            )
        }
        let pinned = try library.spaceUse().pinned
        if pinned.count > 0 {
            let (noun, verb) = pinned.count == 1 ? ("file", "is") : ("files", "are")
            reasons.append(
                "\(pinned.count) \(noun) (\(Wording.formattedBytes(pinned.byteCount))) \(verb) pinned. \"photokit remote unpin\" lets photos leave."
            )
        }
        return reasons.isEmpty
            ? [
                "The other files are originals below 64 KB, lost files or other files, which stay, or no remote gave them back within the last \(Wording.count(rule.proofDays, of: "day"))."
            ]
            : reasons
    }
}
