package io.graphkernel.conformance;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.TestTier;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Element functions, scans and loops as Java programmers write them, on every target against plain Java. */
@Tag("slow")
@Tag("sampled")
@Tag("process")
class OrdinaryJavaTest implements OnEveryTarget {

    private static final Path CLASSES = KernelClasses.target().resolve("ordinary");

    private static final TargetProcess PROCESS = new TargetProcess(CLASSES, "ordinary.OrdinaryProgram");

    /** Setting for the classes that the program calls: PoCL takes a minute for the loops of element functions. */
    private static final String SAMPLE =
            "conformance.ordinary=" + TestTier.select("Objects", "Objects", "Numbers,Loops,Objects");

    @BeforeAll
    static void compile() {
        OnEveryTarget.compile(
                CLASSES, KernelCompiler.sources("ordinary", "Numbers", "Loops", "Objects", "OrdinaryProgram"));
    }

    @Override
    public TargetProcess process() {
        return PROCESS;
    }

    @Test
    @Override
    public void program_onOpenCl_isRight() throws IOException, InterruptedException {
        PROCESS.onOpenCl(SAMPLE);
    }
}
