extension Condition {
    /// The condition as SQL, true for exactly the rows whose records ``matches(_:)``.
    ///
    /// Used as a filter: for rows that do not match the fragment is false or NULL. The parts of a conjunction at the
    /// top are plain comparisons of columns where they can be, for indexes.
    /// `column` tells the SQL of a field: a qualified column name, or a subquery in brackets.
    package func sql(column: @escaping (Field) -> String) -> SQLFragment {
        let condition = simplified
        let fragment = ConditionCompiler(column: column).filter(condition)
        // SQLite takes 32,766 values; the rest of the statement may need a few of its own.
        if fragment.values.count <= 30_000 { return fragment }
        return ConditionCompiler(column: column, largestInlineSet: 1).filter(condition)
    }

    /// The condition as SQL over a table of assets or collections, and over `member` beside it.
    package func sql(
        tableAlias: String,
        memberCount: @escaping () -> String
    ) -> SQLFragment {
        sql { field in
            switch field {
            case .rowID: "\(tableAlias).id"
            case .asset(let field): "\(tableAlias).\(field.column)"
            case .collection(let field): "\(tableAlias).\(field.column)"
            case .memberPosition: "member.position"
            case .memberCount: memberCount()
            }
        }
    }
}

/// Writes the SQL of simplified conditions.
struct ConditionCompiler {
    let column: (Field) -> String
    /// Larger sets travel as one value, so that the statement's text does not grow with them.
    var largestInlineSet = 500

    /// SQL that is true for the rows that match, and false or NULL for the others.
    func filter(_ condition: Condition) -> SQLFragment {
        switch condition {
        case .constant(let answer):
            .constant(answer)
        case .comparison(let left, let operation, let right, let options):
            comparison(left, operation, right, options)
        case .membership(let expression, let set):
            membership(expression, set)
        case .all(let parts):
            joined(parts, by: "AND")
        case .any(let parts):
            joined(parts, by: "OR")
        case .not(let part):
            .format("({}) IS NOT TRUE", filter(part))
        }
    }

    private func joined(_ parts: [Condition], by word: String) -> SQLFragment {
        if parts.isEmpty { return .constant(word == "AND") }
        let fragments = parts.map { part in
            switch part {
            case .all, .any, .not: SQLFragment.format("({})", filter(part))
            default: filter(part)
            }
        }
        return .joined(fragments[...], by: word)
    }

    /// The SQL of an expression and what it yields when it is not null.
    func operand(_ expression: Condition.Expression) -> (sql: SQLFragment, storage: StorageClass) {
        if let constant = expression.constant {
            return (.bound(constant), StorageClass(constant))
        }
        switch expression {
        case .value(let value):
            return (.bound(value), StorageClass(value))
        case .field(let field):
            return (SQLFragment(column(field)), StorageClass(field))
        case .localIdentifier(.asset):
            let uuid = column(.asset(.uuid))
            return (
                SQLFragment("photokit_identifier(\(uuid), \(ObjectKind.asset.rawValue))"), .text
            )
        case .localIdentifier(.collection):
            let uuid = column(.collection(.uuid))
            let kind = """
                CASE WHEN \(column(.collection(.kind))) = \(CollectionKind.folder.rawValue) \
                THEN \(ObjectKind.folder.rawValue) ELSE \(ObjectKind.album.rawValue) END
                """
            return (SQLFragment("photokit_identifier(\(uuid), \(kind))"), .text)
        case .bitAnd(let left, let right):
            guard let left = bits(left), let right = bits(right) else {
                return (SQLFragment("NULL"), .null)
            }
            return (.format("({} & {})", left, right), .integer)
        }
    }

    private func bits(_ expression: Condition.Expression) -> SQLFragment? {
        if let constant = expression.constant {
            return constant.bits.map { .bound(.integer($0)) }
        }
        let (sql, storage) = operand(expression)
        return storage.isNumber ? sql : nil
    }
}
