package io.graphkernel.runtime.endtoend;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every schedule template as Java. */
class JvmTemplatesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void kernelsInJavaAgreeWithTheReference(int firstSize) throws Exception {
        InstructionSetTest.run(firstSize, "-Dgraphkernel.device=jvm");
    }
}
