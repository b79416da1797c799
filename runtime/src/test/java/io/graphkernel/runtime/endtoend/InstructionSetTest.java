package io.graphkernel.runtime.endtoend;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** All templates in processes of their own, whose settings are read once. */
@Tag("slow")
@Tag("process")
class InstructionSetTest {

    /** A cap above what the machine has changes nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"v2", "v3", "v4"})
    void everyVariant_agreesWithTheReference(String variant) throws Exception {
        run(0, "-Dgraphkernel.isa=" + variant);
    }

    /** Results of launches above 1 MiB use non-temporal stores then; from three threads on, compute-bound ones, too. */
    @ParameterizedTest
    @ValueSource(strings = {"v2", "v3", "v4"})
    void streamedResults_agreeWithTheReference(String variant) throws Exception {
        run(1, "-Dgraphkernel.isa=" + variant, "-Dgraphkernel.llc=1", "-Dgraphkernel.threads=3");
    }

    /** Runs all templates in a process of its own. */
    static void run(int firstSize, String... settings) throws IOException, InterruptedException {
        ChildProcess.run(Templates.class, List.of(settings), String.valueOf(firstSize));
    }
}
