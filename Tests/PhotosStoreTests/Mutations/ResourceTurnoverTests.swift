import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ResourceTurnoverTests {
    /// Returns roles from the API's numbers.
    private static func roles(_ numbers: [Int64: Int]) -> [Int64: ResourceRole] {
        numbers.mapValues { ResourceRole(rawValue: $0) }
    }

    @Test func `an edit of the original leaves no earlier version`() throws {
        for input in [EditInput.original, .resource(1)] {
            let first = try ResourceTurnover(editing: input, Self.roles([1: 1, 2: 9]))
            #expect(first.released.isEmpty && first.retyped.isEmpty)
            let later = try ResourceTurnover(editing: input, Self.roles([1: 1, 2: 5, 3: 7, 4: 8]))
            #expect(later.released == [2, 3, 4] && later.retyped.isEmpty)
        }
    }

    @Test func `an edit of a rendering makes it the base, in the place of an earlier one`() throws {
        let photo = try ResourceTurnover(
            editing: .resource(2),
            Self.roles([1: 1, 2: 5, 3: 7, 4: 8])
        )
        #expect(photo.released == [3, 4] && photo.retyped == Self.roles([2: 8]))
        let pair = try ResourceTurnover(
            editing: .resource(3),
            Self.roles([1: 1, 2: 9, 3: 5, 4: 10, 5: 7, 6: 8, 7: 11])
        )
        #expect(pair.released == [5, 6, 7] && pair.retyped == Self.roles([3: 8, 4: 11]))
        let video = try ResourceTurnover(editing: .resource(2), Self.roles([1: 2, 2: 6, 3: 7]))
        #expect(video.released == [3] && video.retyped == Self.roles([2: 12]))
    }

    @Test func `an edit of the base keeps it`() throws {
        let turnover = try ResourceTurnover(
            editing: .resource(4),
            Self.roles([1: 1, 2: 5, 3: 7, 4: 8, 5: 11])
        )
        #expect(turnover.released == [2, 3] && turnover.retyped.isEmpty)
    }

    @Test func `an edit of what is gone is refused`() {
        let error = #expect(throws: StoreError.self) {
            try ResourceTurnover(editing: .resource(9), Self.roles([1: 1, 2: 5, 3: 7]))
        }
        #expect(error?.code == .changeNotSupported)
        #expect(error?.message.contains("Request a new editing input") == true)
    }

    @Test func `a revert drops all of an edit, or shows the camera's base again`() {
        let present = Self.roles([1: 1, 2: 9, 3: 5, 4: 10, 5: 7, 6: 8, 7: 11])
        let plain = ResourceTurnover(reverting: present, keepsBase: false)
        #expect(plain.released == [3, 4, 5, 6, 7] && plain.retyped.isEmpty)
        let camera = ResourceTurnover(reverting: present, keepsBase: true)
        #expect(camera.released == [3, 4, 5] && camera.retyped == Self.roles([6: 5, 7: 10]))
    }
}
