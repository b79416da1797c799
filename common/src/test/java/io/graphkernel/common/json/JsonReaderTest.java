package io.graphkernel.common.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonReaderTest {

    @Test
    void values_ofTheExpectedTypes_areRead() throws IOException {
        JsonReader json = new JsonReader(" {\"n\" : [ -9223372036854775808,0 ], \"s\":\"\\u0061\"} ");
        List<Object> values = new ArrayList<>();
        json.object(name -> {
            values.add(name);
            if (name.equals("s")) {
                values.add(json.string());
            } else {
                json.array(() -> values.add(json.integer()));
            }
        });
        json.end();
        assertThat(values).containsExactly("n", Long.MIN_VALUE, 0L, "s", "a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1.0 | line 1 has '1' where an integer is expected",
                "1e3 | line 1 has '1' where an integer is expected",
                "'1' | line 1 has ''' where an integer is expected",
                "null | line 1 has 'n' where an integer is expected",
                "01 | line 1 has '0' where JSON has a value",
                "9223372036854775808 | line 1 has 9223372036854775808, which exceeds 64 bits",
                "[1] | line 1 has '[' where an integer is expected"
            },
            quoteCharacter = '~')
    void integer_ofAnotherForm_isRejected(String text, String message) {
        assertThatThrownBy(() -> new JsonReader(text.replace('\'', '"')).integer())
                .isInstanceOf(JsonException.class)
                .hasMessage(message.replace("'''", "'\"'"));
    }

    @Test
    void hugeNumber_isNotQuotedInFull() {
        assertThatThrownBy(() -> new JsonReader("9".repeat(1_000_000)).integer())
                .isInstanceOf(JsonException.class)
                .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(100));
    }

    @ParameterizedTest
    @CsvSource({"64, true", "65, false"})
    void depth_upToTheLimit_isRead(int depth, boolean readable) throws IOException {
        String text = "[".repeat(depth) + "]".repeat(depth);
        if (readable) {
            assertThat(Json.parse(text)).isInstanceOf(List.class);
        } else {
            assertThatThrownBy(() -> Json.parse(text))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("less depth");
        }
    }

    @Test
    void bytes_notOfUtf8_areRejected() throws IOException {
        assertThat(JsonReader.of(ByteBuffer.wrap(new byte[] {'"', (byte) 0xc3, (byte) 0xa9, '"'}))
                        .string())
                .isEqualTo("é");
        for (byte[] bytes : new byte[][] {
            {'"', (byte) 0xff, '"'},
            {'"', (byte) 0xc0, (byte) 0x80, '"'},
            {'"', (byte) 0xed, (byte) 0xa0, (byte) 0x80, '"'}
        }) {
            assertThatThrownBy(() -> JsonReader.of(ByteBuffer.wrap(bytes)))
                    .isInstanceOf(JsonException.class)
                    .hasMessageContaining("not UTF-8");
        }
    }
}
