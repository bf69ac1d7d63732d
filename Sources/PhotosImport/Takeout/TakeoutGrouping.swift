package import Foundation

/// Finds the files of a folder that make one photo: an original, its edited copy, the movie of a Live Photo.
package struct TakeoutGrouping: Sendable {
    package struct Media: Hashable, Sendable {
        package var name: String
        package var isMovie: Bool
        /// The number of the photo's JSON file.
        package var partner: Int?
        /// The capture time in the JSON file.
        package var taken: Date?

        package init(name: String, isMovie: Bool, partner: Int? = nil, taken: Date? = nil) {
            self.name = name
            self.isMovie = isMovie
            self.partner = partner
            self.taken = taken
        }
    }

    /// The numbers of the files that make one photo.
    package struct Group: Hashable, Sendable {
        package var original: Int
        package var edit: Int?
        package var movie: Int?
        package var movieEdit: Int?
        package var partner: Int?
        /// The name of the original, if this is the edited copy of a file that is not in the folder.
        package var missingOriginal: String?

        package init(original: Int, partner: Int? = nil) {
            self.original = original
            self.partner = partner
        }
    }

    package private(set) var groups: [Group] = []

    private let media: [Media]
    private let names: [TakeoutName]
    /// The numbers of files, by their names without the extension.
    private let byStem: [String: [Int]]
    /// The file that each file is joined to.
    private var owners: [Int: Int] = [:]

    package init(_ media: [Media]) {
        self.media = media
        names = media.map { TakeoutName($0.name) }
        byStem = Dictionary(grouping: names.indices) { [names] in names[$0].fileStem }
        var editsOf: [Int: [Int]] = [:]
        var orphans: [Int: String] = [:]
        for file in media.indices where media[file].partner == nil {
            guard let reading = editReading(of: file) else { continue }
            switch reading {
            case .edit(let original):
                editsOf[original, default: []].append(file)
                owners[file] = original
            case .orphan(let original): orphans[file] = original
            }
        }
        for movie in media.indices where media[movie].isMovie && owners[movie] == nil {
            if let picture = pictureIndex(of: movie) { owners[movie] = picture }
        }
        assembleGroups(edits: editsOf, orphans: orphans)
    }

    // MARK: Edited copies

    private enum EditReading {
        case edit(of: Int)
        case orphan(of: String)
    }

    /// Returns the original of an edited copy.
    ///
    /// An edited copy has no JSON file of its own. A file with one is a photo, whatever its name is.
    private func editReading(of file: Int) -> EditReading? {
        let name = names[file]
        for (stem, isWhole) in Self.originalStems(of: name) {
            let whole = name.counter.map { "\(stem)(\($0))" } ?? stem
            let found = (byStem[whole] ?? []).filter {
                $0 != file && media[$0].isMovie == media[file].isMovie
            }
            let best =
                found.first { names[$0].pathExtension == name.pathExtension }
                ?? found.first { media[$0].partner != nil } ?? found.first
            if let best { return .edit(of: best) }
            if isWhole {
                return .orphan(of: TakeoutName.joined(stem: whole, with: name.pathExtension))
            }
        }
        return nil
    }

    /// Returns possible names of the original, and whether the word after the name is complete.
    private static func originalStems(of name: TakeoutName) -> [(stem: String, isWhole: Bool)] {
        var found: [(String, Bool)] = []
        let length = name.withoutCounter.utf16.count
        for word in TakeoutWords.edited {
            if name.stem.count > word.count, name.stem.hasSuffix(word) {
                found.append((String(name.stem.dropLast(word.count)), true))
                continue
            }
            // Names have a maximum length, so the word may be cut off.
            guard length >= 49 else { continue }
            for cut in stride(from: word.count - 1, through: 2, by: -1)
            where name.stem.hasSuffix(word.prefix(cut)) {
                found.append((String(name.stem.dropLast(cut)), false))
            }
        }
        return found
    }

    // MARK: Live Photos

    /// Returns the picture whose movie a file is.
    ///
    /// Phones write `IMG_1.HEIC` with `IMG_1.MOV`, Pixels `PXL_1.MP.jpg` with `PXL_1.MP` or `PXL_1.MP~2`,
    /// older ones `MVIMG_1.jpg` with `MVIMG_1`. The movie has no JSON file of its own, or one with the same
    /// capture time.
    private func pictureIndex(of movie: Int) -> Int? {
        let name = names[movie]
        let stems = [
            TakeoutName.joined(stem: name.fileStem, with: name.pathExtension), name.fileStem,
        ]
        .flatMap { [$0, $0 + ".COVER"] }
        for stem in stems {
            let pictures = (byStem[stem] ?? []).filter {
                !media[$0].isMovie && owners[$0] == nil && isSameMoment($0, as: movie)
            }
            if let best = pictures.first(where: { media[$0].partner != nil }) ?? pictures.first {
                return best
            }
        }
        return nil
    }

    private func isSameMoment(_ picture: Int, as movie: Int) -> Bool {
        guard media[movie].partner != nil else { return true }
        guard let first = media[picture].taken, let second = media[movie].taken else {
            return false
        }
        return abs(first.timeIntervalSince(second)) <= 2
    }

    // MARK: Groups

    private mutating func assembleGroups(edits editsOf: [Int: [Int]], orphans: [Int: String]) {
        var movies: [Int: Int] = [:]
        for movie in media.indices where media[movie].isMovie {
            guard let owner = owners[movie], !media[owner].isMovie else { continue }
            // A photo has one movie. A second one stays a separate video.
            if movies[owner] == nil { movies[owner] = movie } else { owners[movie] = nil }
        }
        for file in media.indices where owners[file] == nil {
            var group = Group(original: file, partner: media[file].partner)
            group.edit = editsOf[file]?.first
            if let movie = movies[file] {
                group.movie = movie
                if group.edit != nil { group.movieEdit = editsOf[movie]?.first }
            }
            group.missingOriginal = orphans[file]
            groups.append(group)
        }
        // A second edited copy is a photo of its own. The same goes for the edited copy of a movie whose
        // picture has none.
        let used = Set(
            groups.flatMap { [$0.original, $0.edit, $0.movie, $0.movieEdit] }.compactMap(\.self)
        )
        for file in media.indices where !used.contains(file) {
            groups.append(Group(original: file, partner: nil))
        }
    }
}
