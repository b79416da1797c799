package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeaderSetTest {

    private final HeaderSet headers = new HeaderSet();

    @Test
    void putsEachHeaderInPlaceOfItsFirstInclude() {
        String text = headers.inlined("int before;\n  #  include \"graphkernel.h\" // all\nint after;\n"
                + "#include \"gk_vector.h\"\nint last;");

        assertThat(text).startsWith("int before;\n/*").endsWith("\nint after;\nint last;");
        assertThat(text).doesNotContain("#include \"gk_").containsOnlyOnce("#define GK_VECTOR_H");
        assertThat(text.indexOf("#define GK_VECTOR_H")).isLessThan(text.indexOf("#define GK_MATH_H"));
    }

    @Test
    void leavesWhatIsNotThere() {
        assertThat(headers.inlined("#include \"nowhere.h\"\n#include <math.h>\n"))
                .isEqualTo("#include \"nowhere.h\"\n#include <math.h>\n");
    }
}
