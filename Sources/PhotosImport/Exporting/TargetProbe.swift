import CPhotosSystem
import Foundation
import Glibc
import PhotosStore

/// Finds out what the file system of an export's folder allows, by making files in the export's own folder.
enum TargetProbe {
    /// - Throws: ``StoreError`` if no file can be made.
    static func rules(of target: TargetFolder) throws -> TargetRules {
        var rules = TargetRules()
        rules.ignoresCase = try exists("probe-a", afterMaking: "PROBE-A", in: target)
        // "é" in two code points and in one.
        rules.ignoresSpelling = try exists(
            "probe-e\u{301}",
            afterMaking: "probe-\u{E9}",
            in: target
        )
        rules.isStrict = try !canMake("probe:?", in: target)
        rules.hasLinks = try canLink(target)
        var facts = statfs()
        if fstatfs(target.descriptor, &facts) == 0, facts.f_namelen > 0 {
            rules.longest = min(FileName.longest, max(32, Int(facts.f_namelen)))
        }
        return rules
    }

    private static func exists(
        _ other: String,
        afterMaking name: String,
        in target: TargetFolder
    ) throws -> Bool {
        guard try canMake(name, in: target, keeps: true) else { return false }
        defer { try? target.remove(probePath(of: name)) }
        return try target.state(probePath(of: other)) != nil
    }

    private static func canMake(
        _ name: String,
        in target: TargetFolder,
        keeps: Bool = false
    ) throws -> Bool {
        guard let (folder, last) = try target.place(probePath(of: name), creates: true) else {
            return false
        }
        let file = openat(folder, last, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else {
            if errno == EINVAL || errno == EILSEQ || errno == ENOENT { return false }
            throw StoreError.system("Making a file in", path: target.path, code: errno)
        }
        close(file)
        if !keeps { try target.remove(probePath(of: name)) }
        return true
    }

    private static func canLink(_ target: TargetFolder) throws -> Bool {
        let name = probePath(of: "probe-link")
        try target.remove(name)
        guard let (folder, last) = try target.place(name, creates: true),
            symlinkat("nothing", folder, last) == 0
        else { return false }
        try target.remove(name)
        return true
    }

    private static func probePath(of name: String) -> String { TargetFolder.drafts + "/" + name }
}
