/*
 * Tiles of a matmul of one dtype on the CPU. Macros defined before the inclusion:
 *     GK_MATMUL         suffix of the names
 *     GK_ELEMENT        an element in memory
 *     GK_RESULT         an element of the result
 *     GK_SUM, GK_SUMS   accumulator type, and a vector of it
 *     GK_IS_WIDENED     1 if GK_ELEMENT and GK_SUM differ, else 0
 *     GK_SUMS_INTEGERS  1 for integers, whose sums wrap around and have no post-ops; else 0
 *
 * Each element is summed in blocks of terms in the order of k, and the blocks are added in order. The order does not
 * depend on the tile, so that neither the number of rows nor that of threads changes a bit.
 */
#define GK_OF(name) GK_CONCAT(name, GK_MATMUL)
#define GK_VECTORS_OF_PANEL (GK_MATMUL_REGISTERS * 4 / (int) sizeof(GK_SUM))
#define GK_PANEL (GK_VECTORS_OF_PANEL * GK_LANES)

_Static_assert(GK_PANEL * sizeof(GK_SUM) <= GK_MATMUL_PANEL_BYTES, "the scratch memory holds a panel");

#if GK_SUMS_INTEGERS
#define GK_MULTIPLY_ADD(a, b, c) ((GK_SUMS) ((gk_u32) (a) * (gk_u32) (b) + (gk_u32) (c)))
#else
#define GK_MULTIPLY_ADD(a, b, c) gk_fma(a, b, c)
#endif

/** The sums of some rows and vectors over a block of terms, added to those of earlier blocks. */
GK_INLINE void GK_OF(gk_matmul_block_)(const GK_SUM *left, gk_int64 left_step, const GK_SUM *right,
    gk_int64 right_step, gk_int64 terms, GK_SUM *sums, gk_int64 pitch, int first, const int rows, const int vectors) {
    GK_SUMS block[GK_MATMUL_ROWS][GK_VECTORS_OF_PANEL];
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            block[i][v] = (GK_SUMS) 0;
        }
    }
    for (gk_int64 k = 0; k < terms; k++) {
        GK_SUMS line[GK_VECTORS_OF_PANEL];
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            line[v] = gk_load(right + k * right_step + v * GK_LANES, GK_LANES);
        }
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            const GK_SUMS factor = (GK_SUMS) left[i * left_step + k];
            GK_UNROLLED
            for (int v = 0; v < vectors; v++) {
                block[i][v] = GK_MULTIPLY_ADD(factor, line[v], block[i][v]);
            }
        }
    }
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_UNROLLED
        for (int v = 0; v < vectors; v++) {
            GK_SUM *sum = sums + i * pitch + v * GK_LANES;
            gk_store(sum, first ? block[i][v] : gk_load(sum, GK_LANES) + block[i][v], GK_LANES);
        }
    }
}

/** The sums of all rows of a tile with a panel of b. */
GK_APART void GK_OF(gk_matmul_panel_)(const GK_SUM *left, gk_int64 left_step, const GK_SUM *right,
    gk_int64 right_step, gk_int64 terms, GK_SUM *sums, gk_int64 pitch, int is_first, gk_int64 count, int vectors) {
    if (vectors == GK_VECTORS_OF_PANEL) {
        GK_FOR_ROWS(count, GK_OF(gk_matmul_block_)(left + first * left_step, left_step, right, right_step, terms,
            sums + first * pitch, pitch, is_first, rows, GK_VECTORS_OF_PANEL))
        return;
    }
    for (int v = 0; v < vectors; v++) {
        GK_FOR_ROWS(count, GK_OF(gk_matmul_block_)(left + first * left_step, left_step, right + v * GK_LANES,
            right_step, terms, sums + first * pitch + v * GK_LANES, pitch, is_first, rows, 1))
    }
}

#if !GK_IS_WIDENED

/**
 * The sums of some rows and one vector of columns whose terms are adjacent in memory, over a block of terms. Squares are
 * transposed in registers.
 */
GK_INLINE void GK_OF(gk_matmul_adjacent_terms_)(const GK_SUM *left, gk_int64 left_step, const GK_SUM *right,
    gk_int64 column_step, gk_int64 terms, GK_SUM *sums, gk_int64 pitch, int first, const int rows) {
    GK_SUMS block[GK_MATMUL_UNPACKED_ROWS];
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        block[i] = (GK_SUMS) 0;
    }
    gk_int64 k = 0;
    for (; k + GK_LANES <= terms; k += GK_LANES) {
        GK_SUMS square[GK_LANES];
        const GK_SUM *column = right + k;
        GK_UNROLLED
        for (int j = 0; j < GK_LANES; j += 4) {
            /* Hides the address from the compiler, which else has an induction variable per column and spills them. */
            __asm__("" : "+r"(column));
            square[j] = gk_load(column, GK_LANES);
            square[j + 1] = gk_load(column + column_step, GK_LANES);
            square[j + 2] = gk_load(column + 2 * column_step, GK_LANES);
            square[j + 3] = gk_load(column + 3 * column_step, GK_LANES);
            column += 4 * column_step;
        }
        GK_TRANSPOSE_SQUARE(square);
        GK_UNROLLED
        for (int j = 0; j < GK_LANES; j++) {
            GK_UNROLLED
            for (int i = 0; i < rows; i++) {
                block[i] = GK_MULTIPLY_ADD((GK_SUMS) left[i * left_step + k + j], square[j], block[i]);
            }
        }
    }
    for (; k < terms; k++) {
        GK_SUM line[GK_LANES];
        for (int j = 0; j < GK_LANES; j++) {
            line[j] = right[k + j * column_step];
        }
        const GK_SUMS factors = gk_load(line, GK_LANES);
        GK_UNROLLED
        for (int i = 0; i < rows; i++) {
            block[i] = GK_MULTIPLY_ADD((GK_SUMS) left[i * left_step + k], factors, block[i]);
        }
    }
    GK_UNROLLED
    for (int i = 0; i < rows; i++) {
        GK_SUM *sum = sums + i * pitch;
        gk_store(sum, first ? block[i] : gk_load(sum, GK_LANES) + block[i], GK_LANES);
    }
}

/**
 * The sums of a few rows and all whole vectors of columns whose terms are adjacent. Packing a panel would write each
 * element of b once per few multiplications.
 *
 * @return number of columns of these vectors
 */
GK_APART gk_int64 GK_OF(gk_matmul_unpacked_)(const GK_SUM *left, gk_int64 left_step, const GK_SUM *right,
    gk_int64 column_step, gk_int64 terms, GK_SUM *sums, gk_int64 pitch, int first, gk_int64 rows, gk_int64 columns) {
#define GK_UNPACKED_ROWS(count)                                                                                        \
    GK_OF(gk_matmul_adjacent_terms_)(left, left_step, right + c * column_step, column_step, terms, sums + c, pitch,    \
        first, count)
    gk_int64 c = 0;
    for (; c + GK_LANES <= columns; c += GK_LANES) {
        switch (rows) {
        case 1:
            GK_UNPACKED_ROWS(1);
            break;
        case 2:
            GK_UNPACKED_ROWS(2);
            break;
        case 3:
            GK_UNPACKED_ROWS(3);
            break;
        default:
            GK_UNPACKED_ROWS(GK_MATMUL_UNPACKED_ROWS);
        }
    }
#undef GK_UNPACKED_ROWS
    return c;
}

#endif

/** Converts elements to the accumulator type. */
GK_INLINE void GK_OF(gk_matmul_widen_)(const GK_ELEMENT *source, GK_SUM *target, gk_int64 count) {
    for (gk_int64 i = 0; i < count; i += GK_LANES) {
        const int lanes = (int) gk_dim_min(GK_LANES, count - i);
        gk_store(target + i, GK_CONVERT(GK_SUMS, gk_load(source + i, lanes)), lanes);
    }
}

/**
 * Packs the rows of a for a block of terms: [rows][terms].
 *
 * @param buffer [GK_PANEL][terms] elements
 */
GK_APART void GK_OF(gk_matmul_pack_rows_)(const GK_ELEMENT *a, gk_int64 row_step, gk_int64 column_step, gk_int64 rows,
    gk_int64 terms, GK_ELEMENT *buffer, GK_SUM *target) {
    if (column_step == 1) {
        for (gk_int64 i = 0; i < rows; i++) {
            GK_OF(gk_matmul_widen_)(a + i * row_step, target + i * terms, terms);
        }
        return;
    }
    /* The rows are columns in memory: their elements are adjacent. */
#if GK_IS_WIDENED
    for (gk_int64 i = 0; i < rows; i += GK_PANEL) {
        const gk_int64 count = gk_dim_min(GK_PANEL, rows - i);
        gk_transpose(a + i, column_step, buffer, (int) terms, count, terms);
        GK_OF(gk_matmul_widen_)(buffer, target + i * terms, count * terms);
    }
#else
    gk_transpose(a, column_step, target, (int) terms, rows, terms);
#endif
}

/**
 * Packs some columns of b for a block of terms: [terms][GK_PANEL].
 *
 * @param buffer [terms][GK_PANEL] elements
 */
GK_APART void GK_OF(gk_matmul_pack_panel_)(const GK_ELEMENT *b, gk_int64 row_step, gk_int64 column_step,
    gk_int64 terms, gk_int64 columns, GK_ELEMENT *buffer, GK_SUM *target) {
    if (columns < GK_PANEL) {
        for (gk_int64 i = 0; i < terms * GK_PANEL; i += GK_LANES) {
            gk_store(target + i, (GK_SUMS) 0, GK_LANES);
        }
    }
    if (column_step == 1) {
        for (gk_int64 k = 0; k < terms; k++) {
            GK_OF(gk_matmul_widen_)(b + k * row_step, target + k * GK_PANEL, columns);
        }
        return;
    }
#if GK_IS_WIDENED
    gk_transpose(b, column_step, buffer, GK_PANEL, terms, columns);
    for (gk_int64 k = 0; k < terms; k++) {
        GK_OF(gk_matmul_widen_)(buffer + k * GK_PANEL, target + k * GK_PANEL, columns);
    }
#else
    gk_transpose(b, column_step, target, GK_PANEL, terms, columns);
#endif
}

#if GK_SUMS_INTEGERS

GK_INLINE GK_SUMS GK_OF(gk_matmul_finish_)(
    const gk_slot *arguments, GK_SUMS x, gk_int64 element, gk_int64 column, int lanes) {
    return x;
}

#else

/** x times the logistic function of y. */
GK_INLINE GK_SUMS GK_OF(gk_matmul_gated_)(GK_SUMS x, GK_SUMS y) {
    return x / ((GK_SUMS) 1 + gk_exp(-y));
}

/** The post-ops without an operand. ReLU compares such that NaN is preserved. */
GK_INLINE GK_SUMS GK_OF(gk_matmul_activated_)(int operation, GK_SUMS x) {
    switch (operation) {
    case GK_POST_RELU:
        return x < (GK_SUMS) 0 ? (GK_SUMS) 0 : x;
    case GK_POST_GELU_TANH:
        /* 2 sqrt(2 / pi) (x + 0.044715 x^3) */
        return GK_OF(gk_matmul_gated_)(x, x
            * gk_fma(x * x, (GK_SUMS) (GK_SUM) 0.071354816272600145, (GK_SUMS) (GK_SUM) 1.5957691216057308));
    case GK_POST_GELU_ERF:
        return (GK_SUMS) (GK_SUM) 0.5 * x * gk_erfc((GK_SUMS) (GK_SUM) -0.70710678118654752 * x);
    case GK_POST_FAST_GELU:
        return GK_OF(gk_matmul_gated_)(x, (GK_SUMS) (GK_SUM) 1.702 * x);
    case GK_POST_SILU:
        return GK_OF(gk_matmul_gated_)(x, x);
    case GK_POST_SIGMOID:
        return GK_OF(gk_matmul_gated_)((GK_SUMS) 1, x);
    default:
        return gk_tanh(x);
    }
}

/** Applies the post-ops to some elements of a row of the result. */
GK_APART GK_SUMS GK_OF(gk_matmul_finish_)(
    const gk_slot *arguments, GK_SUMS x, gk_int64 element, gk_int64 column, int lanes) {
    int operand = GK_MATMUL_POST_OPERANDS;
    for (int slot = 0; slot < 2; slot++) {
        gk_uint64 rest = (gk_uint64) arguments[GK_MATMUL_POST_OPS + slot].integer;
        for (; rest != 0; rest >>= 4) {
            const int operation = (int) (rest & 15);
            if (operation > GK_POST_LAST_OPERAND) {
                x = GK_OF(gk_matmul_activated_)(operation, x);
                continue;
            }
            const int per_column = operation == GK_POST_BIAS || operation == GK_POST_SCALE;
            const GK_ELEMENT *source = (const GK_ELEMENT *) arguments[operand++].pointer;
            const GK_SUMS y = gk_load(source + (per_column ? column : element), lanes);
            x = operation == GK_POST_MUL || operation == GK_POST_SCALE ? x * y : x + y;
        }
    }
    return x;
}

#endif

/** Computes a tile of the result. */
GK_INLINE void GK_OF(gk_matmul_tile_)(const gk_slot *arguments, const GK_ELEMENT *a, const GK_ELEMENT *b,
    gk_int64 element, gk_int64 column, gk_int64 rows, gk_int64 columns, GK_SUM *scratch) {
    const gk_int64 n = arguments[GK_MATMUL_N].integer;
    const gk_int64 k = arguments[GK_MATMUL_K].integer;
    const gk_int64 a_row = arguments[GK_MATMUL_A_ROW].integer;
    const gk_int64 a_column = arguments[GK_MATMUL_A_COLUMN].integer;
    const gk_int64 b_row = arguments[GK_MATMUL_B_ROW].integer;
    const gk_int64 b_column = arguments[GK_MATMUL_B_COLUMN].integer;
    const gk_int64 block = arguments[GK_MATMUL_TERMS].integer;
    const gk_int64 pitch = (columns + GK_PANEL - 1) / GK_PANEL * GK_PANEL;
    GK_SUM *panel = scratch;
    GK_SUM *left_rows = panel + block * GK_PANEL;
    GK_SUM *sums = left_rows + rows * block;
    GK_ELEMENT *buffer = (GK_ELEMENT *) (sums + rows * pitch);
    for (gk_int64 first = 0; first < k; first += block) {
        const gk_int64 terms = gk_dim_min(block, k - first);
        const GK_SUM *left = left_rows;
        gk_int64 left_step = terms;
#if !GK_IS_WIDENED
        if (a_column == 1) {
            left = a + first;
            left_step = a_row;
        } else
#endif
        {
            GK_OF(gk_matmul_pack_rows_)(a + first * a_column, a_row, a_column, rows, terms, buffer, left_rows);
        }
        gk_int64 c = 0;
#if !GK_IS_WIDENED
        if (sizeof(GK_SUM) == 4 && b_row == 1 && rows <= GK_MATMUL_UNPACKED_ROWS) {
            c = GK_OF(gk_matmul_unpacked_)(
                left, left_step, b + first, b_column, terms, sums, pitch, first == 0, rows, columns);
        }
#endif
        for (; c < columns; c += GK_PANEL) {
            const gk_int64 width = gk_dim_min(GK_PANEL, columns - c);
            const int vectors = (int) ((width + GK_LANES - 1) / GK_LANES);
            const GK_ELEMENT *right = b + first * b_row + c * b_column;
#if !GK_IS_WIDENED
            if (b_column == 1 && width == GK_PANEL && rows <= GK_MATMUL_ROWS) {
                GK_OF(gk_matmul_panel_)(left, left_step, right, b_row, terms, sums + c, pitch, first == 0, rows, vectors);
                continue;
            }
#endif
            GK_OF(gk_matmul_pack_panel_)(right, b_row, b_column, terms, width, buffer, panel);
            GK_OF(gk_matmul_panel_)(left, left_step, panel, GK_PANEL, terms, sums + c, pitch, first == 0, rows, vectors);
        }
    }
    GK_RESULT *result = (GK_RESULT *) arguments[GK_MATMUL_RESULT].pointer;
    for (gk_int64 i = 0; i < rows; i++) {
        for (gk_int64 c = 0; c < columns; c += GK_LANES) {
            const int lanes = (int) gk_dim_min(GK_LANES, columns - c);
            const gk_int64 target = element + i * n + c;
            const GK_SUMS sum = gk_load(sums + i * pitch + c, GK_LANES);
            gk_store(result + target, GK_OF(gk_matmul_finish_)(arguments, sum, target, column + c, lanes), lanes);
        }
    }
}

static void GK_OF(gk_matmul_)(const gk_slot *arguments, gk_int64 begin, gk_int64 end, void *scratch) {
    const gk_int64 m = arguments[GK_MATMUL_M].integer;
    const gk_int64 n = arguments[GK_MATMUL_N].integer;
    const gk_int64 tile_rows = arguments[GK_MATMUL_TILE_ROWS].integer;
    const gk_int64 tile_columns = arguments[GK_MATMUL_TILE_COLUMNS].integer;
    const gk_int64 row_tiles = (m + tile_rows - 1) / tile_rows;
    const gk_int64 column_tiles = (n + tile_columns - 1) / tile_columns;
    for (gk_int64 item = begin; item < end; item++) {
        const gk_int64 row = item % row_tiles * tile_rows;
        const gk_int64 column = item / row_tiles % column_tiles * tile_columns;
        const gk_int64 batch = item / row_tiles / column_tiles;
        gk_int64 a_offset = row * arguments[GK_MATMUL_A_ROW].integer;
        gk_int64 b_offset = column * arguments[GK_MATMUL_B_COLUMN].integer;
        gk_int64 rest = batch;
        for (gk_int64 loop = arguments[GK_MATMUL_LOOPS].integer - 1; loop >= 0; loop--) {
            const gk_slot *sizes = arguments + GK_MATMUL_LOOP_SIZES + 3 * loop;
            a_offset += rest % sizes[0].integer * sizes[1].integer;
            b_offset += rest % sizes[0].integer * sizes[2].integer;
            rest /= sizes[0].integer;
        }
        GK_OF(gk_matmul_tile_)(arguments, (const GK_ELEMENT *) arguments[GK_MATMUL_A].pointer + a_offset,
            (const GK_ELEMENT *) arguments[GK_MATMUL_B].pointer + b_offset, (batch * m + row) * n + column, column,
            gk_dim_min(tile_rows, m - row), gk_dim_min(tile_columns, n - column), (GK_SUM *) scratch);
    }
}

#undef GK_MULTIPLY_ADD
#undef GK_PANEL
#undef GK_VECTORS_OF_PANEL
#undef GK_OF
#undef GK_SUMS_INTEGERS
#undef GK_IS_WIDENED
#undef GK_SUMS
#undef GK_SUM
#undef GK_RESULT
#undef GK_ELEMENT
#undef GK_MATMUL
