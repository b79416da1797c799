package io.graphkernel.common.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTest {

    @Test
    void json_readsEveryKindOfValue() throws JsonException {
        assertThat(Json.parse(" {\"a\" : [1, -2.5e3, true, null, []],\n\"b\": {}, \"c\": \"x\\n\\u00e9\\\"\"} "))
                .isEqualTo(Map.of(
                        "a",
                        List.of(
                                new Json.Literal("1"),
                                new Json.Literal("-2.5e3"),
                                new Json.Literal("true"),
                                new Json.Literal("null"),
                                List.of()),
                        "b",
                        Map.of(),
                        "c",
                        "x\n\u00e9\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'a': 1,} | line 1 has '}' where JSON has a name in quotes",
                "{'a' 1} | line 1 has '1' where JSON has ':'",
                "{'a': 01} | line 1 has '0' where JSON has a value",
                "['a | line 1 has the end where JSON has a closing quote",
                "'\\x' | line 1 has 'x' where JSON has an escape such as \\n",
                "1 2 | line 1 has '2' where JSON has the end",
                "{'a': 1, 'a': 2} | \"a\" is given twice, line 1"
            },
            quoteCharacter = '~')
    void json_statesWhereATextIsNoJson(String text, String message) {
        assertThatThrownBy(() -> Json.parse(text.replace('\'', '"')))
                .isInstanceOf(JsonException.class)
                .hasMessage(message);
    }

    @Test
    void json_endsAtGreatDepth() {
        assertThatThrownBy(() -> Json.parse("[".repeat(100_000))).isInstanceOf(JsonException.class);
    }
}
