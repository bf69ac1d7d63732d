import PhotosStore

/// Decides what stands behind the stem in the exported name of a file that came in beside a photo.
package enum CompanionEnding {
    /// A file that an earlier export wrote beside a photo.
    package struct Recorded: Sendable {
        /// The checksum of what the export wrote.
        package var written: [UInt8]
        /// The checksum of the file that is there now; nil for none.
        package var present: [UInt8]?
        /// Whether the export may have copied it from a source, so that the library may not have its bytes any more.
        package var isOfSource: Bool

        package init(written: [UInt8], present: [UInt8]?, isOfSource: Bool = false) {
            self.written = written
            self.present = present
            self.isOfSource = isOfSource
        }
    }

    /// A file that came in beside a photo.
    package struct File: Sendable {
        /// The name in the library.
        package var name: String
        /// The checksum of what is written; nil for a file that is not written now.
        package var checksum: [UInt8]?
        /// Whether the library keeps the file, and copies it as it is.
        package var isKept: Bool

        package init(_ name: String, checksum: [UInt8]?, isKept: Bool = false) {
            self.name = name
            self.checksum = checksum
            self.isKept = isKept
        }
    }

    /// The endings of the files of a photo.
    package struct Endings: Sendable {
        /// The endings, in the order of the files; nil for a file that has the ending and the bytes of another one, or whose bytes are in
        /// the exported file of one that is not written now.
        package var ofFiles: [String?]
        /// The endings of exported files that no file gets, because the library may not have their bytes any more.
        package var staying: [String]
        /// The numbered endings that files get now because of staying ones, by these.
        package var numbered: [String: String]
    }

    /// Returns what stands behind the stem of the photo's exported name.
    ///
    /// `IMG_1.jpg.xmp.unreadable` beside `IMG_1.jpg` has `.jpg.xmp.unreadable`, so that a file keeps its name over an export
    /// and an import.
    ///
    /// - Parameters:
    ///   - name: The file's name in the library.
    ///   - original: The name of the photo's original; nil for one without a name.
    ///   - former: The name of the original when it came in, which files of that time follow.
    /// - Returns: The ending with its dot.
    package static func ending(
        of name: String,
        beside original: String?,
        formerly former: String? = nil
    ) -> String {
        if let original, let former, !isBeside(name, NameParts(original).stem) {
            let names = [(former, original), (NameParts(former).stem, NameParts(original).stem)]
            for (old, new) in names where isBeside(name, old) {
                return ending(of: new + name.dropFirst(old.count), beside: original)
            }
        }
        let original = original.map(NameParts.init)
        if let original, isBeside(name, original.stem) {
            let rest = String(name.dropFirst(original.stem.count))
            if rest.first == ".", rest.utf8.count <= longest,
                rest.lowercased() != original.ending.lowercased()
            {
                return rest
            }
        }
        // An export may have given the photo another name.
        for mark in [FileName.unreadableEnding, FileName.mergedEnding, FileName.earlierEnding]
        where name.lowercased().hasSuffix(mark) {
            return ending(of: String(name.dropLast(mark.count)), in: original) + mark
        }
        return ending(of: name, in: original)
    }

    /// Whether a file's name is another name with something behind it.
    private static func isBeside(_ name: String, _ other: String) -> Bool {
        !other.isEmpty && name.lowercased().hasPrefix(other.lowercased() + ".")
    }

    /// The length of the longest ending that has several extensions, in bytes.
    private static let longest = 48

    private static func ending(of name: String, in original: NameParts?) -> String {
        let inner = NameParts(NameParts(name).stem).ending
        let isOfOriginal = inner.lowercased() == (original?.ending ?? "").lowercased()
        return (isOfOriginal ? inner : "") + NameParts(name).ending
    }

    /// Returns the endings of the files that came in beside a photo.
    ///
    /// A file that is not written now has an ending, too, and no other file gets it: an earlier export may have written the
    /// file under that name. A file whose bytes an earlier export wrote under a number keeps the number. A file that the library
    /// keeps gets another name than one that was exported from a source. So neither is written over a file that the library has
    /// no longer. Once a person has removed that one, the file gets the ending without a number.
    ///
    /// - Parameters:
    ///   - files: The files.
    ///   - original: The name of the photo's original; nil for one without a name.
    ///   - former: The name of the original when it came in, which files of that time follow.
    ///   - written: The checksums of the photo's other files, by their endings in lowercase.
    ///   - recorded: Returns the file that an earlier export wrote with an ending; nil for none.
    /// - Returns: The endings.
    package static func endings(
        of files: [File],
        beside original: String?,
        formerly former: String? = nil,
        written: [String: [UInt8]] = [:],
        recorded: (String) -> Recorded? = { _ in nil }
    ) -> Endings {
        var checksums: [String: [UInt8]?] = written
        var unwritten: Set<String> = []
        var staying: [String] = []
        var numbered: [String: String] = [:]
        let endings: [String?] = files.map { file in
            let ending = ending(of: file.name, beside: original, formerly: former)
            if let checksum = file.checksum, checksums[ending.lowercased()] == checksum {
                return nil
            }
            let earlier = recordedEndings(ending, recorded)
                .filter { recorded($0)?.written == file.checksum }
            // The exported file stays, and a second one with its bytes would stay, too.
            let isThere = earlier.contains { ending in
                unwritten.contains(ending.lowercased())
                    && recorded(ending)?.present == file.checksum
            }
            guard !isThere else { return nil }
            var known = earlier.first { !checksums.keys.contains($0.lowercased()) }
            if known != nil, file.isKept, !checksums.keys.contains(ending.lowercased()),
                let exported = recorded(ending), exported.isOfSource, exported.present == nil
            {
                known = ending
            }
            var free = known ?? freeEnding(ending, besides: Set(checksums.keys))
            if known == nil, file.isKept {
                var others: [String] = []
                while let exported = recorded(free), exported.isOfSource,
                    exported.present.map({ $0 != file.checksum }) ?? false
                {
                    others.append(free)
                    let taken = checksums.keys + others.map { $0.lowercased() }
                    free = freeEnding(ending, besides: Set(taken))
                }
                staying += others.filter { !staying.contains($0) }
                for other in others where file.checksum != nil && numbered[other] == nil {
                    numbered[other] = free
                }
            }
            if file.checksum == nil { unwritten.insert(free.lowercased()) }
            checksums.updateValue(file.checksum, forKey: free.lowercased())
            return free
        }
        // A file that comes later may be the one that was exported.
        staying.removeAll { checksums.keys.contains($0.lowercased()) }
        return Endings(
            ofFiles: endings,
            staying: staying,
            numbered: numbered.filter { staying.contains($0.key) }
        )
    }

    /// Returns an ending and the same with numbers, as far as an earlier export wrote files with them.
    private static func recordedEndings(
        _ ending: String,
        _ recorded: (String) -> Recorded?
    ) -> [String] {
        var endings: [String] = []
        var next = ending
        while recorded(next) != nil {
            endings.append(next)
            next = freeEnding(ending, besides: Set(endings.map { $0.lowercased() }))
        }
        return endings
    }

    /// Returns an ending that no other file of the photo has.
    ///
    /// - Parameters:
    ///   - ending: An ending.
    ///   - taken: The endings of the photo's other files in lowercase.
    /// - Returns: The ending, with a number before its last extension where it is taken.
    package static func freeEnding(_ ending: String, besides taken: Set<String>) -> String {
        guard taken.contains(ending.lowercased()) else { return ending }
        let parts = NameParts("a" + ending)
        var number = 2
        while true {
            let next = "\(parts.stem.dropFirst())-\(number)\(parts.ending)"
            if !taken.contains(next.lowercased()) { return next }
            number += 1
        }
    }
}
