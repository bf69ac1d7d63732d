import PhotosStore
import TestPermits
import Testing

/// How many copies looks have found.
@Suite(.permit) struct CopiesInReachTests {
    private let object = RemoteObject(checksum: [1, 2, 3], byteCount: 4)

    private func reach(_ marks: [Set<String>], hasDatabase: Bool = true) -> CopiesInReach {
        var reach = CopiesInReach()
        for (index, marks) in marks.enumerated() {
            let answer = ObjectLookAnswer(
                marks: marks,
                objects: [object],
                hasDatabase: hasDatabase
            )
            reach.add(answer, of: Int64(index))
        }
        return reach
    }

    @Test func `a remote that was not looked at has nothing`() {
        #expect(CopiesInReach().count(of: object, in: [0, 1]) == 0)
        #expect(reach([["a"]]).count(of: object, in: [1]) == 0)
    }

    @Test func `an object of another size is not there`() {
        let larger = RemoteObject(checksum: object.checksum, byteCount: 5)
        #expect(reach([["a"]]).count(of: larger, in: [0]) == 0)
    }

    @Test func `a remote without a copy of the database counts for nothing`() {
        #expect(reach([["a"]], hasDatabase: false).count(of: object, in: [0]) == 0)
    }

    @Test func `remotes with a common mark are one place`() {
        #expect(reach([["a"], ["b"]]).count(of: object, in: [0, 1]) == 2)
        #expect(reach([["a", "disk"], ["b", "disk"]]).count(of: object, in: [0, 1]) == 1)
        #expect(reach([["a"], ["a"], ["a"]]).count(of: object, in: [0, 1, 2]) == 1)
    }

    @Test func `a place on two disks joins those of both`() {
        let marks: [Set<String>] = [["one"], ["two"], ["one", "two"]]
        #expect(reach(marks).count(of: object, in: [0, 1, 2]) == 1)
        #expect(reach(marks).count(of: object, in: [0, 1]) == 2)
    }
}
