import Photos
import TestPermits
import Testing

@Suite(.permit) struct MainQueueWatchTests {
    private func sample(
        _ state: String,
        switches: Int,
        systemCall: String = "202 0x1"
    )
        -> MainQueueWatch.Sample?
    {
        MainQueueWatch.Sample(
            status: """
                Name:\tprogram
                State:\t\(state)
                voluntary_ctxt_switches:\t\(switches)
                nonvoluntary_ctxt_switches:\t1
                """,
            systemCall: systemCall
        )
    }

    @Test func `a thread that sleeps from one look to the next serves nobody`() {
        var watch = MainQueueWatch()
        #expect(watch.addSample(sample("S (sleeping)", switches: 5)) == nil)
        #expect(watch.addSample(sample("S (sleeping)", switches: 5)) == .nobody)
    }

    @Test func `a thread that woke up in between may come yet`() {
        var watch = MainQueueWatch()
        #expect(watch.addSample(sample("S (sleeping)", switches: 5)) == nil)
        #expect(watch.addSample(sample("S (sleeping)", switches: 6)) == nil)
        #expect(watch.addSample(sample("R (running)", switches: 6)) == nil)
        #expect(watch.addSample(sample("R (running)", switches: 6)) == nil)
        #expect(watch.addSample(sample("S (sleeping)", switches: 6)) == nil)
    }

    @Test func `a thread that is busy for long is given up`() {
        var watch = MainQueueWatch()
        for _ in 1..<MainQueueWatch.patience {
            #expect(watch.addSample(sample("R (running)", switches: 1)) == nil)
        }
        #expect(watch.addSample(sample("R (running)", switches: 1)) == .nobody)
    }

    @Test func `a system that lets nobody look gets the same patience`() {
        var watch = MainQueueWatch()
        for _ in 1..<MainQueueWatch.patience { #expect(watch.addSample(nil) == nil) }
        #expect(watch.addSample(nil) == .nobody)
    }

    @Test func `a thread that was given to the main queue serves it`() throws {
        var watch = MainQueueWatch()
        #expect(watch.addSample(sample("Z (zombie)", switches: 5)) == .somebody)
        #expect(sample("S (sleeping)", switches: 5)?.state == .asleep)
        #expect(MainQueueWatch.Sample(status: "no such thing", systemCall: "") == nil)
    }

    @Test func `the tests' own main thread can be looked at`() {
        #expect(MainQueueWatch.Sample.now() != nil)
    }
}
