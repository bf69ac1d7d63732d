import PhotosStore
import TestPermits
import Testing

/// How a backup names a file of a source that it cannot copy.
@Suite(.permit) struct SourceComplaintTests {
    @Test(arguments: [Finding.Code.sourceFileMissing, .sourceFileChanged])
    func `a file is a finding until a sweep has recorded it`(_ code: Finding.Code) {
        #expect(SourceComplaint(of: code, isAbsent: false, isSourceOffline: false) == .ofFile)
        #expect(SourceComplaint(of: code, isAbsent: true, isSourceOffline: false) == .known)
        #expect(SourceComplaint(of: code, isAbsent: true, isSourceOffline: true) == .known)
        #expect(SourceComplaint(of: code, isAbsent: false, isSourceOffline: true) == .ofSource)
    }

    @Test func `a file that cannot be read is always a finding`() {
        for isAbsent in [false, true] {
            for isOffline in [false, true] {
                let complaint = SourceComplaint(
                    of: .sourceFileUnreadable,
                    isAbsent: isAbsent,
                    isSourceOffline: isOffline
                )
                #expect(complaint == .ofFile)
            }
        }
    }
}
