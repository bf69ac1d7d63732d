extension MergeRules {
    /// Writes what a block changed of an asset.
    func write(
        _ change: AssetChange,
        to writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let existence = RegisterKey(.assetExistence, of: change.id)
        guard let after = change.after else {
            if !has(.purgeLeavesDerived) { try keepDerived(of: change.id, in: &writer) }
            return try writer.remove(from: existence)
        }
        func origin(_ kind: RegisterKind) -> StampClass? {
            change.fromFiles.contains(kind) ? .file : nil
        }
        if change.before == nil {
            try writer.add(to: existence)
            let creation = change.creation ?? Creation(knewBytes: true)
            try writer.write(creation.value, to: RegisterKey(.assetCreation, of: change.id))
        }
        if change.before != nil { try confirmLife(of: change.id, in: &writer) }
        let before = change.before ?? AssetRow()
        for kind in Set(before.values.keys).union(after.values.keys).sorted() {
            let value = after.values[kind] ?? []
            guard value != before.values[kind] ?? [] else { continue }
            try writer.write(value, to: RegisterKey(kind, of: change.id), origin: origin(kind))
        }
        for text in before.keywords.symmetricDifference(after.keywords).sorted(by: {
            $0.lexicographicallyPrecedes($1)
        }) {
            let key = RegisterKey(.keyword, of: change.id, element: text)
            let value: [UInt8] = after.keywords.contains(text) ? [1] : []
            try writer.write(value, to: key, origin: origin(.keyword))
        }
        for file in Set(before.files.keys).union(after.files.keys).sorted() {
            let value = after.files[file] ?? []
            guard value != before.files[file] ?? [] else { continue }
            let key = RegisterKey(.file, of: change.id, element: file.element)
            try writer.write(value, to: key, origin: origin(.file))
        }
        if before.burst != after.burst {
            let key = RegisterKey(.burst, of: change.id)
            try writer.write(after.burst, to: key, origin: origin(.burst))
        }
        if before.isTrashed != after.isTrashed || after.isTrashed && before.kept != after.kept {
            let trash: Trash =
                if !after.isTrashed {
                    .no
                } else if let kept = after.kept {
                    .keeping(kept, seen: writer.context.seen)
                } else {
                    .itself(seen: writer.context.seen)
                }
            try writer.write(trash.value, to: RegisterKey(.trash, of: change.id))
            if let kept = trash.kept { try confirmKept(kept, in: &writer) }
        }
    }

    /// Makes an asset anew that a purge took and something unseen brought back.
    ///
    /// Otherwise the asset would vanish when that is replaced, as when the photo leaves the album that brought it back.
    func confirmLife(
        of asset: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let key = RegisterKey(.assetExistence, of: asset)
        guard !has(.revivalNotConfirmed), let set = try writer.rows.register(key)?.set,
            !set.isPresent, writer.confirmed.insert(asset).inserted
        else { return }
        try writer.add(to: key)
    }

    /// Takes an asset that is kept out of Recently Deleted, if its register says so but the asset is shown outside.
    private func confirmKept(
        _ kept: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let key = RegisterKey(.trash, of: kept)
        guard let present = try writer.rows.register(key)?.stamped,
            Trash(value: present.value)?.isTrashed == true
        else { return }
        try writer.write(Trash.no.value, to: key)
    }

    /// Gives the assets that show lost originals of a purged asset an existence of their own.
    ///
    /// Whoever purges the asset sees them as others, and does not mean them.
    private func keepDerived(
        of asset: SharedID,
        in writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let registers = AssetRegisters(id: asset, try writer.rows.registers(of: asset))
        for file in roles(of: registers).losers {
            let derived = derivedAsset(of: asset, file)
            var scope = ShownScope()
            scope.assets = [derived]
            guard case .some(.some) = try shown(scope, in: writer.rows).assets[derived],
                let details = registers.files.first(where: { $0.file == file })
            else { continue }
            try writer.add(to: RegisterKey(.assetExistence, of: derived))
            let creation = registers.creation?.value ?? Creation(knewBytes: true).value
            try writer.write(creation, to: RegisterKey(.assetCreation, of: derived))
            let key = RegisterKey(.file, of: derived, element: file.element)
            try writer.write(details.value.value, to: key, origin: .file)
        }
    }
}
