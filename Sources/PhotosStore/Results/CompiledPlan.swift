/// A plan with derived values, computed once for all results of the plan.
final class CompiledPlan: Sendable {
    let plan: FetchPlan
    let code: SortCode
    /// The fields of the plan's own table that decide which rows are in a result, and in which order.
    ///
    /// A change of other fields changes no list.
    private let deciding: UInt64
    /// The values of other tables that the filter or the order reads.
    let relatedFields: Set<RelatedField>
    /// Whether a change of albums may change a result.
    let readsAlbums: Bool
    /// Whether an index may find the rows of parts of the filter.
    let isSearch: Bool
    /// Whether a result can be updated by evaluating only the changed objects.
    let isIncremental: Bool

    init(_ plan: FetchPlan) {
        self.plan = plan
        code = SortCode(plan.order)
        relatedFields = plan.relatedFields
        readsAlbums = relatedFields.contains(where: \.isOfAlbums)
        isSearch = plan.filter.asksSearchIndex
        isIncremental = plan.isIncremental
        let fields = plan.filter.fields.union(plan.order.map(\.field))
        deciding = fields.reduce(0) { mask, field in
            switch field {
            case .collection(let field): mask | field.bit
            case .asset, .localDate, .pixelCount:
                field.sources.reduce(mask) { $0 | $1.bit }
            case .rowID, .memberPosition, .memberCount, .related: mask
            }
        }
    }

    func decides(_ mask: UInt64) -> Bool { deciding & mask != 0 }

    func key(of row: Int64, record: some FieldReading) -> SortKey {
        SortKey(values: plan.order.map { record.value(of: $0.field) }, rowID: row)
    }

    /// Returns the list entry of a row; nil when the code alone does not determine the row's position.
    func entry(of row: Int64, record: some FieldReading) -> RowEntry? {
        let code = code.value { record.value(of: plan.order[$0].field) }
        return code.isExact ? RowEntry(code: code.code, row: row) : nil
    }

    /// The number of rows that a result keeps beyond its limit.
    static let reserve = 64

    /// The maximum number of rows in a list of the plan; nil for no maximum.
    var capacity: Int? { plan.limit > 0 ? plan.limit + 2 * Self.reserve : nil }
}
