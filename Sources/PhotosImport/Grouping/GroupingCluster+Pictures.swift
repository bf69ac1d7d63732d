import PhotosStore

extension GroupingCluster {
    mutating func assignPictures(_ pictures: [Entry]) {
        let originals = pictures.filter { $0.name.edit == nil }
        let slots = Dictionary(grouping: originals, by: \.slot)
        for slot in originals.map(\.slot) where draftIndexes[slot] == nil {
            assignOriginals(slots[slot] ?? [])
        }
        let edits = pictures.filter { $0.name.edit != nil }
        // Swift's sort is not documented as stable, so the offset decides between equal ranks.
        let ranked = edits.enumerated().sorted {
            ($0.element.name.edit?.rank ?? 0, $0.offset)
                < ($1.element.name.edit?.rank ?? 0, $1.offset)
        }
        for (_, edit) in ranked { assignPicture(edit: edit) }
    }

    /// Joins pictures of one name and one exposure: a RAW file with its developed picture, or else HEIC with
    /// JPEG.
    private mutating func assignOriginals(_ entries: [Entry]) {
        let ranked = entries.enumerated().sorted {
            ($0.element.file.pictureFormat?.rawValue ?? 0, $0.offset)
                < ($1.element.file.pictureFormat?.rawValue ?? 0, $1.offset)
        }.map(\.element)
        var photos = ranked.filter { $0.file.pictureFormat != .raw }
        // A RAW file that the camera wrote comes before one that a program converted.
        let raws = ranked.filter { $0.file.pictureFormat == .raw }
        let native = raws.filter { $0.file.typeIdentifier != "com.adobe.raw-image" }
        let converted = raws.filter { $0.file.typeIdentifier == "com.adobe.raw-image" }
        var alternates: [Entry: Entry] = [:]
        var alone: [Entry] = []
        for raw in native + converted {
            let partner = photos.first {
                alternates[$0] == nil && SameShot.isPair(raw: raw.file, with: $0.file)
            }
            if let partner { alternates[partner] = raw } else { alone.append(raw) }
        }
        for heif in photos where heif.file.pictureFormat == .heif && alternates[heif] == nil {
            let twin = photos.firstIndex {
                $0.file.pictureFormat == .jpeg && alternates[$0] == nil
                    && SameShot.isPair(heif: heif.file, with: $0.file)
            }
            if let twin { alternates[heif] = photos.remove(at: twin) }
        }
        for photo in photos + alone {
            beginDraft(with: photo, role: ResourceRole.photo)
            if let alternate = alternates[photo] {
                addPart(alternate, role: ResourceRole.alternatePhoto, to: drafts.count - 1)
            }
        }
    }

    private mutating func assignPicture(edit entry: Entry) {
        guard let edit = entry.name.edit else { return }
        let fitting = drafts(in: entry.slot) {
            $0.isPicture && !$0.isEditAlone && !$0.hasPart(ofRole: ResourceRole.fullSizePhoto)
                && SameShot.isEdit(entry.file, named: edit, of: $0.original.file)
        }
        func likeness(_ index: Int) -> Int {
            let original = drafts[index].original.file
            if drafts[index].hasIdentifier(entry.file.contentIdentifier) { return 0 }
            if SameShot.timesAgree(of: entry.file, and: original, within: SameShot.tolerance)
                == true
            {
                return original.typeIdentifier == entry.file.typeIdentifier ? 1 : 2
            }
            return original.typeIdentifier == entry.file.typeIdentifier ? 3 : 4
        }
        if let index = fitting.min(by: { (likeness($0), $0) < (likeness($1), $1) }) {
            addPart(entry, role: ResourceRole.fullSizePhoto, to: index)
        } else {
            beginDraft(with: entry, role: ResourceRole.photo)
        }
    }
}
