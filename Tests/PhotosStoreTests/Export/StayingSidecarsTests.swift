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

    @Test func `the sidecar of a file stays not with an earlier file that had its role`() {
        let (removed, sidecars) = (["r1"], ["sr1", "gsr1"])
        #expect(
            StayingSidecars.owners(of: removed + sidecars, besides: ["gr1"]) == ["gsr1": "gr1"]
        )
        #expect(StayingSidecars.owners(of: ["gr1"] + sidecars, besides: ["r1"]) == ["sr1": "r1"])
        #expect(
            StayingSidecars.owners(of: sidecars, besides: ["r1", "gr1"])
                == ["sr1": "r1", "gsr1": "gr1"]
        )
    }
}
