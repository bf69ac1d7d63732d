public import Testing

/// A trait of suites: each of their tests waits for one of the permits of the process before it begins.
///
/// Swift Testing begins all tests of a process at once. Without permits, a test shares the processors with thousands of
/// others: its duration says nothing, and its time limit measures the others' work.
public struct TestPermit: SuiteTrait, TestTrait, TestScoping {
    /// The trait reaches the tests of a suite, also those in its nested suites.
    public var isRecursive: Bool { true }

    /// Gives each test case a permit of its own, and a test with a time limit one for all its cases.
    ///
    /// Swift Testing measures a time limit around the scope of a test case, and inside the scope of a test. So the limit
    /// leaves out the waiting for a permit.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        if test.isSuite { return nil }
        let isForAllCases = !test.isParameterized || test.timeLimit != nil
        return isForAllCases == (testCase == nil) ? self : nil
    }

    /// Runs a test or a test case when it has its permit.
    @concurrent public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await TestPermits.ofProcess.wait()
        defer { TestPermits.ofProcess.release() }
        guard let measurement = TestMeasurement(of: test) else { return try await function() }
        defer { measurement.finish() }
        try await function()
    }
}

extension Trait where Self == TestPermit {
    /// At most twice as many tests of the process run at once as there are processors.
    ///
    /// The variable `PHOTOKIT_TESTS_AT_ONCE` sets another number. `PHOTOKIT_TEST_SEED` starts waiting tests in a
    /// random order.
    public static var permit: Self { Self() }
}
