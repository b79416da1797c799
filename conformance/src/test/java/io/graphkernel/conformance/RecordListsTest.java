package io.graphkernel.conformance;

import io.graphkernel.conformance.random.KernelCompiler;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * Lists and arrays of records that loops extend and read, on every target: against float64, as plain Java, unrolled, and
 * by central differences.
 */
@Tag("slow")
@Tag("process")
class RecordListsTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("records");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "records.RecordListsProgram");

    /** Sizes of the axes, with which loops over them are unrolled. */
    private static final Map<String, String> FIXED = Map.of(
            "[t, c]", "[5, 8]",
            "[c]", "[8]",
            "[n, m, c]", "[3, 4, 8]",
            "[t, c, c]", "[5, 8, 8]",
            "[c, c]", "[8, 8]",
            "class RecordLists", "class FixedRecordLists",
            "private RecordLists", "private FixedRecordLists");

    @BeforeAll
    static void compile() {
        Map<String, String> sources = KernelCompiler.sources(
                "records", "RecordLists", "RecordChanges", "RecordListsOracle", "RecordListsProgram");
        OnEveryTarget.addFixed(sources, "RecordLists", FIXED);
        OnEveryTarget.compile(CLASSES, sources);
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }
}
