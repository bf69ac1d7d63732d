import PhotosBase

extension ConditionCompiler {
    func membership(of expression: Condition.Expression, in set: ValueSet) -> SQLFragment {
        var (sql, storage) = operand(expression)
        let members = set.values.compactMap { Self.storedMember($0, in: storage) }
        if members.isEmpty { return .falsehood }
        if storage == .text, !set.options.isEmpty {
            sql = .format("photokit_fold(\(set.options.rawValue), {})", sql)
        }
        if members.count <= largestInlineSet {
            return .format("{} IN ({})", sql, .list(members.map(SQLFragment.bound)))
        }
        // A packed set need not be written and parsed as JSON.
        if let (table, list) = Self.packedMembers(members) {
            return .format("{} IN (SELECT value FROM \(table)({}))", sql, .bound(.blob(list)))
        }
        let selected =
            switch storage {
            case .integer: "value"
            case .real: "photokit_real(value)"
            case .text: "CAST(photokit_blob(value) AS TEXT)"
            default: "photokit_blob(value)"
            }
        let list = SQLFragment("?", [.text(Self.jsonText(of: members))])
        return .format("{} IN (SELECT \(selected) FROM json_each({}))", sql, list)
    }

    /// Returns the member as the column would store it, or nil if the column cannot store it.
    private static func storedMember(_ member: FieldValue, in storage: StorageClass) -> FieldValue?
    {
        switch (member, storage) {
        case (.integer(let value), .real):
            ValueOrder(value, Double(value)) == .same ? .real(Double(value)) : nil
        // The set stores whole numbers that fit into an integer as integers.
        case (.real, .integer):
            nil
        default:
            StorageClass(member) == storage ? member : nil
        }
    }

    /// Returns the packed members and the table function that unpacks them, or nil if their lengths differ.
    private static func packedMembers(_ members: [FieldValue]) -> (table: String, list: [UInt8])? {
        var list: [UInt8] = []
        list.reserveCapacity(members.count * 16)
        if case .integer = members.first {
            for case .integer(let number) in members {
                unsafe withUnsafeBytes(of: number) { unsafe list.append(contentsOf: $0) }
            }
            return list.count == members.count * 8 ? ("photokit_rows", list) : nil
        }
        for case .blob(let bytes) in members {
            guard bytes.count == 16 else { return nil }
            list += bytes
        }
        return list.count == members.count * 16 ? ("photokit_uuids", list) : nil
    }

    /// Returns the members as JSON.
    ///
    /// Integers are written as numbers, reals as the integer with the same bits, and texts and blobs as hexadecimal
    /// digits. JSON readers round long fractions and stop at zero bytes.
    private static func jsonText(of members: [FieldValue]) -> String {
        var text = "["
        for member in members {
            if text.utf8.count > 1 { text += "," }
            switch member {
            case .null: break
            case .integer(let value): text += String(value)
            case .real(let value): text += String(Int64(bitPattern: value.bitPattern))
            case .text(let value): text += "\"" + Hexadecimal.digits(of: value.utf8) + "\""
            case .blob(let value): text += "\"" + Hexadecimal.digits(of: value) + "\""
            }
        }
        return text + "]"
    }
}

extension SQLFragment {
    fileprivate static func list(_ parts: [SQLFragment]) -> SQLFragment {
        SQLFragment(parts.map(\.sql).joined(separator: ", "), parts.flatMap(\.values))
    }
}
