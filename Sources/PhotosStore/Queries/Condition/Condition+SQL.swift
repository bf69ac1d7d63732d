import PhotosSearch

extension Condition {
    /// Returns the condition as SQL, which is true for exactly the rows whose records satisfy ``matches(_:)``.
    ///
    /// The fragment is a filter: for rows that do not match, it is false or NULL. The parts of a conjunction at the top
    /// level are plain comparisons of columns if possible, so that SQLite can use indexes.
    ///
    /// `column` returns the SQL of a field: a qualified column name, or a subquery in brackets.
    /// `found` has the rows that an index found for conditions on words.
    package func sql(
        found: FoundRows = FoundRows(),
        column: @escaping (Field) -> String
    ) -> SQLFragment {
        let condition = simplified
        var compiler = ConditionCompiler(column: column, found: found)
        let fragment = compiler.limited(condition)
        // SQLite accepts 32,766 bound values, and the rest of the statement may need some of them.
        if fragment.values.count <= 30_000 { return fragment }
        compiler.largestInlineSet = 1
        return compiler.limited(condition)
    }

    /// Returns the condition as SQL over a table of assets or collections, optionally joined with `member`.
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
            case .localDate, .pixelCount, .related: RelatedSQL(asset: tableAlias).value(of: field)
            }
        }
    }
}

/// Writes the SQL of simplified conditions.
struct ConditionCompiler {
    let column: (Field) -> String
    var found = FoundRows()
    /// The largest number of members that are bound one by one.
    ///
    /// A larger set is bound as one value, so that the statement's text does not grow with the set.
    var largestInlineSet = 500

    /// Returns SQL that is true for rows that match, and false or NULL for other rows.
    func filter(_ condition: Condition) -> SQLFragment {
        switch condition {
        case .constant(let answer):
            .constant(answer)
        case .comparison(let left, let operation, let right, let options):
            comparison(of: left, by: operation, with: right, options: options)
        case .membership(let expression, let set):
            membership(of: expression, in: set)
        case .words(let words):
            self.words(words)
        case .area(let area):
            self.area(area)
        case .all(let parts):
            all(parts)
        case .any(let parts):
            joined(parts, by: "OR")
        case .not(let part):
            .format("({}) IS NOT TRUE", filter(part))
        }
    }

    func joined(_ parts: [Condition], by word: String) -> SQLFragment {
        if parts.isEmpty { return .constant(word == "AND") }
        let fragments = parts.map { part in
            switch part {
            case .all, .any, .not, .area: SQLFragment.format("({})", filter(part))
            default: filter(part)
            }
        }
        return .joined(fragments[...], by: word)
    }

    /// Returns the SQL of an expression and the storage class of its values that are not null.
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
        case .distance(let point):
            let place = column(.asset(.latitude)) + ", " + column(.asset(.longitude))
            return (
                .format(
                    "photokit_distance(\(place), {}, {})",
                    .bound(.real(point.latitude)),
                    .bound(.real(point.longitude))
                ), .real
            )
        case .isAmong(let days):
            let numbers = [
                days.count.rawValue, Int64(days.first), Int64(days.last), Int64(days.weekday ?? -1),
            ]
            let list = numbers.map { "\($0)" }.joined(separator: ", ")
            return (SQLFragment("photokit_days(\(column(.localDate)), \(list))"), .integer)
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
