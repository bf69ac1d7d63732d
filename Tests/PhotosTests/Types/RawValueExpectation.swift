import Testing

/// Expects each name to have its raw value, the raw value to make the same value again, and no two
/// names to share one.
func expectRawValues<Value: RawRepresentable & Equatable>(
    _ expected: [(value: Value, rawValue: Int)],
    sourceLocation: SourceLocation = #_sourceLocation
) where Value.RawValue: FixedWidthInteger {
    for (value, rawValue) in expected {
        #expect(Int(value.rawValue) == rawValue, sourceLocation: sourceLocation)
        #expect(Value(rawValue: Value.RawValue(rawValue)) == value, sourceLocation: sourceLocation)
    }
    #expect(Set(expected.map(\.rawValue)).count == expected.count, sourceLocation: sourceLocation)
}
