import PhotosStore

extension GroupingCluster {
    /// Joins `.AAE` files to the files that they describe, and returns those without such a file.
    mutating func assignRecipes(_ recipes: [Entry]) -> [Entry] {
        var lone: [Entry] = []
        // The recipe with the plain name holds the last edit. The camera's own recipe is used only if there
        // is no other.
        let ranks =
            [recipes.filter { $0.name.edit == nil && !$0.name.isCameraRecipe }]
            + [recipes.filter { $0.name.edit != nil }, recipes.filter(\.name.isCameraRecipe)]
        var served: Set<Slot> = []
        for recipe in ranks.flatMap(\.self) {
            let fitting = drafts(in: recipe.slot) {
                !$0.isEditAlone && $0.parts[0].role != ResourceRole.audio
            }
            let edited = fitting.first { index in
                ResourceRole.fullSize.contains { drafts[index].hasPart(ofRole: $0) }
            }
            guard let index = edited ?? fitting.first, served.insert(recipe.slot).inserted else {
                lone.append(recipe)
                continue
            }
            addPart(recipe, role: ResourceRole.adjustmentData, to: index)
        }
        return lone
    }

    /// Joins `.xmp` files, or those of other programs' settings, to the files that they describe, and returns those without such a file.
    mutating func assignSidecars(_ sidecars: [Entry]) -> [Entry] {
        guard !sidecars.isEmpty else { return [] }
        struct Name: Hashable {
            var folder: String
            var text: String
        }
        var whole: [Name: (index: Int, isOriginal: Bool)] = [:]
        var plain: [Name: (index: Int, isRaw: Bool)] = [:]
        for (index, draft) in drafts.enumerated() {
            for (number, part) in draft.parts.enumerated() {
                let (file, name) = (part.entry.file, part.entry.name)
                let key = Name(folder: file.folder, text: name.full)
                if whole[key] == nil { whole[key] = (index, number == 0) }
                let isRaw = file.pictureFormat == .raw
                let stem = Name(folder: file.folder, text: name.plain)
                if let known = plain[stem], known.isRaw || !isRaw { continue }
                plain[stem] = (index, isRaw)
            }
        }
        var found: [(rank: Int, index: Int, entry: Entry)] = []
        var lone: [Entry] = []
        for sidecar in sidecars {
            let name = Name(folder: sidecar.file.folder, text: sidecar.name.plain)
            if let described = sidecar.file.describedName {
                // With another file of the name, the sidecar has nothing to do.
                if let match = whole[Name(folder: sidecar.file.folder, text: described)] {
                    found.append((2, match.index, sidecar))
                } else {
                    lone.append(sidecar)
                }
            } else if let match = whole[name] {
                found.append((match.isOriginal ? 0 : 1, match.index, sidecar))
            } else if let match = plain[name] {
                found.append((2, match.index, sidecar))
            } else {
                lone.append(sidecar)
            }
        }
        for rank in 0...2 {
            for match in found where match.rank == rank {
                drafts[match.index].sidecars.append(match.entry)
            }
        }
        return lone
    }
}
