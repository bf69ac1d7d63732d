// The package manager reads XCTMain.swift beside the folders of test targets. This target has no tests.
