import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct RecentlyUsedTests {
    @Test func `what was used longest ago goes first`() {
        var kept = RecentlyUsed<Int, String>(limit: 80)
        for key in 1...8 { kept.insert("\(key)", for: key, cost: 10) }
        #expect(kept.value(1) == "1")
        kept.insert("9", for: 9, cost: 10)
        #expect(kept.value(2) == nil)
        #expect(kept.value(1) == "1" && kept.value(9) == "9")
        #expect(kept.count == 8 && kept.cost == 80)
    }

    @Test func `what costs more than a quarter is not kept`() {
        var kept = RecentlyUsed<Int, String>(limit: 80)
        kept.insert("small", for: 1, cost: 10)
        kept.insert("large", for: 2, cost: 21)
        kept.insert("grown", for: 1, cost: 21)
        #expect(kept.count == 0 && kept.cost == 0)
    }

    @Test func `a smaller limit drops at once, and none keeps nothing`() {
        var kept = RecentlyUsed<Int, Int>(limit: 80)
        for key in 1...8 { kept.insert(key, for: key, cost: 10) }
        kept.limit = 25
        #expect(kept.count == 2 && kept.value(8) == 8 && kept.value(7) == 7)
        kept.limit = 0
        kept.insert(1, for: 1, cost: 1)
        #expect(kept.count == 0)
    }

    @Test func `it agrees with a plain list over random steps`() {
        var numbers = SeededNumbers(seed: 7)
        var kept = RecentlyUsed<Int, Int>(limit: 64)
        var model: [(key: Int, value: Int, cost: Int)] = []
        for step in 0..<5_000 {
            let key = Int.random(in: 0..<24, using: &numbers)
            switch Int.random(in: 0..<4, using: &numbers) {
            case 0:
                kept.remove(key)
                model.removeAll { $0.key == key }
            case 1:
                let cost = Int.random(in: 1...20, using: &numbers)
                kept.insert(step, for: key, cost: cost)
                model.removeAll { $0.key == key }
                if cost <= 16 { model.append((key, step, cost)) }
                while model.reduce(0, { $0 + $1.cost }) > 64 { model.removeFirst() }
            default:
                #expect(kept.value(key) == model.first { $0.key == key }?.value)
                if let index = model.firstIndex(where: { $0.key == key }) {
                    model.append(model.remove(at: index))
                }
            }
            #expect(kept.count == model.count)
            #expect(kept.cost == model.reduce(0) { $0 + $1.cost })
        }
    }
}
