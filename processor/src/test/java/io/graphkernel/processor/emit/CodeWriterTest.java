package io.graphkernel.processor.emit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class CodeWriterTest {

    @Test
    void numbers_areIndependentOfLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            assertThat(new CodeWriter().line("a[%d]", 12)).hasToString("a[12]\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void blocks_areIndented() {
        String text = new CodeWriter()
                .open("if (%s)", "x")
                .line("y;")
                .elseBlock()
                .block()
                .close()
                .close()
                .toString();

        assertThat(text).isEqualTo("if (x) {\n    y;\n} else {\n    {\n    }\n}\n");
    }
}
