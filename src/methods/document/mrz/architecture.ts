/** One convolution of the recogniser; batch normalisation is folded into its weights, a ReLU follows it. */
export type Layer = {
  name: string;
  inputs: number;
  outputs: number;
  kernelHeight: number;
  kernelWidth: number;
  /** Rows of zeros above and below; columns beside come by the kernel's width. */
  padRows: 0 | 1;
  dilation: 1 | 2;
  /** The maximum over so many rows and columns is taken after it. */
  pool: readonly [rows: number, columns: number];
  /** Added to what came in. */
  isResidual: boolean;
};

const conv = (
  name: string,
  [inputs, outputs]: readonly [number, number],
  more: Partial<Layer> = {},
): Layer => ({
  name,
  inputs,
  outputs,
  kernelHeight: 3,
  kernelWidth: 3,
  padRows: 1,
  dilation: 1,
  pool: [1, 1],
  isResidual: false,
  ...more,
});

const level = { kernelHeight: 1, padRows: 0, isResidual: true } as const;

/** lab/mrz-model/network.py: the two must say the same, which the test of both on one input proves. */
export const LAYERS: readonly Layer[] = [
  conv("c1", [1, 16], { pool: [2, 2] }),
  conv("c2", [16, 32], { pool: [2, 2] }),
  conv("c3", [32, 48], { pool: [2, 1] }),
  conv("c4", [48, 64]),
  conv("c5", [64, 96], { kernelHeight: 4, padRows: 0 }),
  conv("r1", [96, 96], { ...level, kernelWidth: 5 }),
  conv("r2", [96, 96], { ...level, dilation: 2 }),
  conv("out", [96, 38], { kernelHeight: 1, kernelWidth: 1, padRows: 0 }),
];

/** Columns of a strip for one answer of the recogniser. */
export const COLUMNS_PER_STEP = 4;
