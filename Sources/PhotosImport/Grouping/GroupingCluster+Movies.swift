import PhotosStore

extension GroupingCluster {
    /// Pairs movies with pictures: by identifier, by the names that Pixel phones give, and by time.
    ///
    /// The remaining movies are videos and their edited copies.
    mutating func assignMovies(_ movies: [Entry]) {
        var waiting = movies
        // Unedited movies are paired first. An edited movie is paired only where the movie it was made from
        // is missing.
        pairByIdentifier(&waiting) { draft, movie in
            movie.slot == draft.original.slot && movie.name.edit == nil
        }
        pairByName(&waiting, where: Self.isPixelPair)
        pairByName(&waiting, where: Self.isTimedPair)
        pairByIdentifier(&waiting) { _, movie in movie.name.edit == nil }
        waiting = waiting.filter { !addRendering($0) }
        pairByIdentifier(&waiting) { _, _ in true }
        for movie in waiting where movie.name.edit == nil {
            beginDraft(with: movie, role: ResourceRole.video)
        }
        for movie in waiting where movie.name.edit != nil { assignMovie(edit: movie) }
    }

    /// Gives each picture the best of the movies with its identifier.
    private mutating func pairByIdentifier(
        _ waiting: inout [Entry],
        where fits: (Draft, Entry) -> Bool
    ) {
        var byIdentifier: [String: [Entry]] = [:]
        for movie in waiting {
            if let identifier = movie.file.contentIdentifier {
                byIdentifier[identifier, default: []].append(movie)
            }
        }
        guard !byIdentifier.isEmpty else { return }
        var taken: Set<Entry> = []
        for index in drafts.indices {
            let draft = drafts[index]
            guard draft.isPicture, !draft.hasPart(ofRole: ResourceRole.pairedVideo) else {
                continue
            }
            let candidates = draft.parts.compactMap(\.entry.file.contentIdentifier)
                .flatMap { byIdentifier[$0] ?? [] }
                .filter { !taken.contains($0) && fits(draft, $0) }
            guard let best = Self.bestMovie(of: candidates, for: draft) else { continue }
            taken.insert(best)
            addPart(best, role: ResourceRole.pairedVideo, to: index)
        }
        waiting.removeAll(where: taken.contains)
    }

    /// Chooses the best movie for a picture.
    ///
    /// A movie with the picture's own name comes first, then one in the same slot, then one with the
    /// extension `mov`, as cameras write it.
    private static func bestMovie(of movies: [Entry], for draft: Draft) -> Entry? {
        func likeness(_ movie: Entry) -> (Int, Int, Int) {
            (
                movie.name.plain == draft.original.name.plain ? 0 : 1,
                movie.slot == draft.original.slot ? 0 : 1,
                movie.name.pathExtension == "mov" ? 0 : 1
            )
        }
        return movies.min {
            let (left, right) = (likeness($0), likeness($1))
            return left == right ? Entry.stands($0, before: $1) : left < right
        }
    }

    private mutating func pairByName(
        _ waiting: inout [Entry],
        where isPair: (Draft, Entry) -> Bool
    ) {
        waiting.removeAll { movie in
            let index = drafts(in: movie.slot) {
                $0.isPicture && !$0.hasPart(ofRole: ResourceRole.pairedVideo)
                    && (movie.name.edit != nil) == $0.isEditAlone
                    && !$0.contradicts(movie.file.contentIdentifier) && isPair($0, movie)
            }.first
            guard let index else { return false }
            addPart(movie, role: ResourceRole.pairedVideo, to: index)
            return true
        }
    }

    private static func isPixelPair(_ draft: Draft, and movie: Entry) -> Bool {
        movie.name.hasMotionMark
    }

    /// Returns whether a picture and a movie are a Live Photo in which one of them lost its identifier.
    private static func isTimedPair(_ draft: Draft, and movie: Entry) -> Bool {
        let picture = draft.original.file
        let identified = draft.parts.contains { $0.entry.file.contentIdentifier != nil }
        return identified != (movie.file.contentIdentifier != nil) && !picture.hasEmbeddedMovie
            && movie.file.duration > 0 && movie.file.duration <= SameShot.longestLiveMovie
            && SameShot.timesAgree(of: picture, and: movie.file, within: SameShot.tolerance) == true
    }

    /// Adds an edited movie to the Live Photo whose movie it was made from.
    private mutating func addRendering(_ movie: Entry) -> Bool {
        guard movie.name.edit != nil else { return false }
        let identifier = movie.file.contentIdentifier
        let index = drafts(in: movie.slot) { draft in
            draft.isPicture && !draft.hasPart(ofRole: ResourceRole.fullSizePairedVideo)
                && !draft.contradicts(identifier)
                && (draft.hasPart(ofRole: ResourceRole.pairedVideo)
                    || draft.hasIdentifier(identifier)
                        && draft.hasPart(ofRole: ResourceRole.fullSizePhoto))
        }.first
        guard let index else { return false }
        addPart(movie, role: ResourceRole.fullSizePairedVideo, to: index)
        return true
    }

    private mutating func assignMovie(edit movie: Entry) {
        guard let edit = movie.name.edit else { return }
        let index = drafts(in: movie.slot) {
            $0.parts[0].role == ResourceRole.video && !$0.isEditAlone
                && !$0.hasPart(ofRole: ResourceRole.fullSizeVideo)
                && SameShot.isEdit(movie.file, named: edit, of: $0.original.file)
        }.first
        if let index {
            addPart(movie, role: ResourceRole.fullSizeVideo, to: index)
        } else {
            beginDraft(with: movie, role: ResourceRole.video)
        }
    }
}
