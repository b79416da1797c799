package io.graphkernel.runtime.endtoend;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every schedule template as Java. */
@Tag("slow")
class JvmTemplatesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void kernelsInJava_agreeWithTheReference(int firstSize) throws Exception {
        InstructionSetTest.run(firstSize, "-Dgraphkernel.device=jvm");
    }
}
