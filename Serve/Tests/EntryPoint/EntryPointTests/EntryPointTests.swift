// The package manager looks for XCTMain.swift beside the folders of test targets. This target has no tests.
