import CPhotosSystem
import Foundation
import Glibc
import PhotosStore

/// Finds out what the file system of an export's folder allows, by making files in the export's own folder.
enum TargetProbe {
    /// - Throws: ``StoreError`` if no file can be made.
    static func rules(of target: TargetFolder) throws -> TargetRules {
        var rules = TargetRules()
        rules.ignoresCase = try exists("probe-a", after: "PROBE-A", target)
        // "é" in two code points and in one.
        rules.ignoresSpelling = try exists("probe-e\u{301}", after: "probe-\u{E9}", target)
        rules.isStrict = try !canMake("probe:?", target)
        rules.hasLinks = try canLink(target)
        var facts = statfs()
        if fstatfs(target.descriptor, &facts) == 0, facts.f_namelen > 0 {
            rules.longest = min(FileName.longest, max(32, Int(facts.f_namelen)))
        }
        return rules
    }

    private static func exists(
        _ other: String,
        after name: String,
        _ target: TargetFolder
    ) throws -> Bool {
        guard try canMake(name, target, keeps: true) else { return false }
        defer { try? target.remove(path(name)) }
        return try target.state(path(other)) != nil
    }

    private static func canMake(
        _ name: String,
        _ target: TargetFolder,
        keeps: Bool = false
    ) throws -> Bool {
        guard let (folder, last) = try target.place(path(name), creates: true) else { return false }
        let file = openat(folder, last, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard file >= 0 else {
            if errno == EINVAL || errno == EILSEQ || errno == ENOENT { return false }
            throw StoreError.system("Making a file in", target.path, errno)
        }
        close(file)
        if !keeps { try target.remove(path(name)) }
        return true
    }

    private static func canLink(_ target: TargetFolder) throws -> Bool {
        let name = path("probe-link")
        try target.remove(name)
        guard let (folder, last) = try target.place(name, creates: true),
            symlinkat("nothing", folder, last) == 0
        else { return false }
        try target.remove(name)
        return true
    }

    private static func path(_ name: String) -> String { TargetFolder.drafts + "/" + name }
}
