import PhotosImport
import TestPermits
import Testing

/// Which sidecars an export leaves beside the files that it leaves.
@Suite(.permit) struct StayingSidecarsTests {
    @Test func `a sidecar stays with its own file, also of a deleted version`() {
        let parts = ["r9", "sr1", "sr5", "xsr5", "se1", "c0", "cunreadable", "aX:r1"]
        #expect(
            StayingSidecars.owners(of: parts, besides: ["r1"])
                == ["sr1": "r1", "c0": "r1", "cunreadable": "r1"]
        )
        #expect(
            StayingSidecars.owners(of: parts, besides: ["xr5"])
                == ["sr5": "xr5", "xsr5": "xr5", "c0": "xr5", "cunreadable": "xr5"]
        )
        #expect(StayingSidecars.owners(of: parts, besides: ["sr1", "aX:r1"]).isEmpty)
    }
}
