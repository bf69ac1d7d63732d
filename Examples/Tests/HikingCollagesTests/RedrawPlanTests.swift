import ExampleTestSupport
import Foundation
import HikingCollagesKit
import TestPermits
import Testing

@Suite(.permit) struct RedrawPlanTests {
    private let finder = HikeFinder(timeZone: utc)
    private let ridge = hike("Ridge", from: 480, to: 600)
    private let lake = hike("Lake", from: 700, to: 800)
    private let photos = [photo("a", at: 480), photo("b", at: 500), photo("c", at: 720)]

    private var drawn: CollageState {
        RedrawPlan(
            photos: photos,
            since: CollageState(source: .given([ridge, lake])),
            finder: finder
        ).state
    }

    private func plan(touched: Set<String>, present: [PhotoFacts]) -> RedrawPlan {
        let state = drawn
        let news = PhotoNews(touched: touched, present: present)
        return RedrawPlan(photos: news.applied(to: state.photos), since: state, finder: finder)
    }

    @Test func `the first look draws every hike that has photos`() {
        let empty = hike("Empty", from: 900, to: 950)
        let plan = RedrawPlan(
            photos: photos,
            since: CollageState(source: .given([ridge, lake, empty])),
            finder: finder
        )
        #expect(
            plan.redraws.map(\.sentence) == [
                "Ridge: new, with 2 photos", "Lake: new, with 1 photo",
            ]
        )
    }

    @Test func `what did not change is not drawn`() {
        #expect(plan(touched: [], present: []).redraws.isEmpty)
        #expect(plan(touched: ["a"], present: [photo("a", at: 480)]).redraws.isEmpty)
        #expect(plan(touched: ["x"], present: [photo("x", at: 650)]).redraws.isEmpty)
    }

    @Test func `added, edited and deleted photos are told apart`() {
        let plan = plan(
            touched: ["a", "b", "c", "d", "e"],
            present: [
                photo("a", at: 480, edited: 900), photo("b", at: 500),
                photo("d", at: 510), photo("e", at: 520),
            ]
        )
        #expect(
            plan.redraws.map(\.sentence) == [
                "Ridge: 2 photos added, 1 edited",
                "Lake: no photos left, page removed",
            ]
        )
        #expect(plan.state.collages.map(\.id) == [ridge.id])
    }

    @Test func `another file of the same photo changes its page alone`() {
        var photo = photo("c", at: 720)
        photo.content.byteCount = 7
        let plan = plan(touched: ["a", "c"], present: [photos[0], photo])
        #expect(plan.redraws.map(\.sentence) == ["Lake: 1 photo edited"])
    }

    @Test func `a page on which photos are missing is drawn again, until it is complete`() {
        var state = drawn
        state.incomplete = [lake.id, "gone"]
        let plan = RedrawPlan(photos: photos, since: state, finder: finder)
        #expect(
            plan.redraws.map(\.sentence) == ["Lake: some photos could not be drawn before"]
        )
        #expect(plan.state.incomplete == [lake.id])
    }

    @Test func `a photo whose time moves changes both hikes`() {
        let plan = plan(touched: ["b"], present: [photo("b", at: 750)])
        #expect(
            plan.redraws.map(\.sentence) == [
                "Ridge: 1 photo removed", "Lake: 1 photo added",
            ]
        )
    }

    @Test func `missing pages are drawn again, and all pages on request`() {
        let state = drawn
        let missing = RedrawPlan(
            photos: photos,
            since: state,
            finder: finder,
            missingPages: [lake.id]
        )
        #expect(missing.redraws.map(\.sentence) == ["Lake: its page was missing"])
        let all = RedrawPlan(photos: photos, since: state, finder: finder, all: true)
        #expect(all.redraws.map(\.reason) == [.asked, .asked])
    }

    @Test func `strays become a hike when enough of them are there`() {
        let strays = [
            photo("a", at: 480), photo("b", at: 500), photo("n", at: 510, located: false),
        ]
        let before = RedrawPlan(
            photos: strays,
            since: CollageState(source: .photos),
            finder: finder
        ).state
        #expect(before.collages.isEmpty)
        #expect(before.strays.map(\.id) == ["a", "b", "n"])

        let news = PhotoNews(touched: ["c"], present: [photo("c", at: 520)])
        let after = RedrawPlan(
            photos: news.applied(to: before.photos),
            since: before,
            finder: finder
        )
        #expect(
            after.redraws.map(\.sentence) == [
                "Hike on Friday 14 June 2024: new, with 4 photos"
            ]
        )
        #expect(after.state.strays.isEmpty)
    }

    @Test func `the remembered state survives being written and read`() throws {
        var state = drawn
        state.token = Data([1, 2, 3])
        let data = try JSONEncoder().encode(state)
        #expect(try JSONDecoder().decode(CollageState.self, from: data) == state)
    }

    /// Catching up by news alone must end where a full look ends.
    @Test(arguments: 0..<60)
    func `catching up agrees with a full look`(seed: Int) {
        var generator = SeededNumbers(seed: UInt64(seed))
        var library: [String: PhotoFacts] = [:]
        var state = CollageState(source: seed % 2 == 0 ? .photos : .given([ridge, lake]))
        for _ in 0..<25 {
            var touched: Set<String> = []
            for _ in 0..<Int.random(in: 0...4, using: &generator) {
                let id = "p\(Int.random(in: 0..<20, using: &generator))"
                touched.insert(id)
                library[id] =
                    Int.random(in: 0..<4, using: &generator) == 0
                    ? nil
                    : photo(
                        id,
                        at: Double(Int.random(in: 400..<900, using: &generator)),
                        located: Bool.random(using: &generator),
                        edited: Bool.random(using: &generator) ? 1000 : nil
                    )
            }
            let news = PhotoNews(touched: touched, present: touched.compactMap { library[$0] })
            let caughtUp = RedrawPlan(
                photos: news.applied(to: state.photos),
                since: state,
                finder: finder
            )
            let full = RedrawPlan(photos: Array(library.values), since: state, finder: finder)
            #expect(caughtUp == full, "seed \(seed)")
            state = caughtUp.state
        }
    }
}
