<?php
/**
 * Uploaded files. A web server hands them out without asking WordPress, so the settings page prints a rule that sends
 * them through here: the files of protected posts need proof, and all of them where the whole site does.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Hands out uploaded files.
 */
final class Lintel_Gate_Uploads {
	/**
	 * Adds the hook.
	 */
	public static function boot(): void {
		// Not before all plugins brought their types and taxonomies: what is protected is decided by them.
		add_action( 'wp_loaded', array( self::class, 'on_loaded' ), PHP_INT_MIN );
	}

	/**
	 * Answers if the address is that of an uploaded file. It only is when the server's rule is there: otherwise the
	 * server has answered already.
	 */
	public static function on_loaded(): void {
		if ( 'cli' === PHP_SAPI || ! Lintel_Gate_Settings::is_on() ) {
			return;
		}
		$folder = self::folder();
		$path   = rawurldecode( explode( '?', Lintel_Gate_Requests::path(), 2 )[0] );
		if ( '' === $folder['path'] || 0 !== strpos( $path, $folder['path'] . '/' ) ) {
			return;
		}
		$file = self::file( $folder['dir'], substr( $path, strlen( $folder['path'] ) + 1 ) );
		if ( null === $file || ! in_array( Lintel_Gate_Requests::method(), array( 'GET', 'HEAD' ), true ) ) {
			// A missing file and a forbidden one look alike, with and without proof.
			Lintel_Gate_Caches::keep_out();
			status_header( 404 );
			exit;
		}
		if ( self::is_protected( substr( $file, strlen( $folder['dir'] ) + 1 ) ) ) {
			Lintel_Gate::require_proof( Lintel_Gate_Requests::path() );
		}
		self::send( $file, substr( $file, strlen( $folder['dir'] ) + 1 ) );
		exit;
	}

	/**
	 * The folder of uploads, and its path on this site.
	 *
	 * @return array{dir: string, path: string}
	 */
	public static function folder(): array {
		$uploads = wp_get_upload_dir();
		return array(
			'dir'  => wp_normalize_path( (string) realpath( $uploads['basedir'] ) ),
			'path' => rtrim( (string) wp_parse_url( $uploads['baseurl'], PHP_URL_PATH ), '/' ),
		);
	}

	/**
	 * A file inside a folder, or null: no way out of the folder, nothing hidden, no program.
	 *
	 * @param string $dir  The folder, resolved.
	 * @param string $name Path below it, decoded.
	 */
	public static function file( string $dir, string $name ): ?string {
		if ( '' === $dir || false !== strpos( $name, "\0" ) || 1 === preg_match( '#(\A|/)\.|\.(php\d?|phtml|phar)(\z|/)#i', $name ) ) {
			return null;
		}
		$file = wp_normalize_path( (string) realpath( $dir . '/' . $name ) );
		return 0 === strpos( $file, $dir . '/' ) && is_file( $file ) ? $file : null;
	}

	private static function is_protected( string $name ): bool {
		if ( Lintel_Gate_Protection::is_whole_site() ) {
			return true;
		}
		// "-300x200" and "-scaled" are copies of the file that someone uploaded; "-1" may be part of its name.
		$original = preg_replace( '/(-\d+x\d+|-scaled|-rotated|-e\d+(-\d+x\d+)?)(\.[^.\/]+)\z/', '$3', $name );
		$scaled   = preg_replace( '/(\.[^.\/]+)\z/', '-scaled$1', $original );
		$posts    = get_posts(
			array(
				'post_type'        => 'attachment',
				'post_status'      => 'any',
				'numberposts'      => 20,
				'lintel_gate_all'  => true,
				'suppress_filters' => true,
				'meta_query'       => array(
					array(
						'key'     => '_wp_attached_file',
						'value'   => array_values( array_unique( array( $name, $original, $scaled ) ) ),
						'compare' => 'IN',
					),
				),
			)
		);
		return (bool) array_filter( $posts, array( Lintel_Gate_Protection::class, 'is_protected' ) );
	}

	private static function send( string $file, string $name ): void {
		$type = wp_check_filetype( $file );
		header( 'Content-Type: ' . ( $type['type'] ? $type['type'] : 'application/octet-stream' ) );
		header( 'X-Content-Type-Options: nosniff' );
		if ( defined( 'LINTEL_GATE_ACCEL' ) ) {
			// nginx hands the file out itself, from a location that only answers itself.
			header( 'X-Accel-Redirect: ' . constant( 'LINTEL_GATE_ACCEL' ) . implode( '/', array_map( 'rawurlencode', explode( '/', $name ) ) ) );
			return;
		}
		$size = (int) filesize( $file );
		header( 'Accept-Ranges: bytes' );
		// phpcs:ignore WordPress.Security.ValidatedSanitizedInput -- matched by a pattern.
		list( $from, $to, $status ) = self::range( isset( $_SERVER['HTTP_RANGE'] ) ? (string) $_SERVER['HTTP_RANGE'] : '', $size );
		status_header( $status );
		if ( 416 === $status ) {
			header( "Content-Range: bytes */$size" );
			return;
		}
		if ( 206 === $status ) {
			header( "Content-Range: bytes $from-$to/$size" );
		}
		header( 'Content-Length: ' . ( $to - $from + 1 ) );
		if ( 'HEAD' === Lintel_Gate_Requests::method() ) {
			return;
		}
		while ( ob_get_level() > 0 ) {
			ob_end_clean();
		}
		$stream = fopen( $file, 'rb' );
		fseek( $stream, $from );
		for ( $left = $to - $from + 1; $left > 0 && ! feof( $stream ) && ! connection_aborted(); $left -= 65536 ) {
			// phpcs:ignore WordPress.Security.EscapeOutput -- a file's bytes.
			echo fread( $stream, min( 65536, $left ) );
			flush();
		}
		fclose( $stream );
	}

	/**
	 * First and last byte and the status for a Range header. Several ranges, and anything that is not a range, get the whole file.
	 *
	 * @param string $range A Range header.
	 * @param int    $size  The file's size.
	 * @return array{int, int, int}
	 */
	public static function range( string $range, int $size ): array {
		if ( 1 !== preg_match( '/\Abytes=(\d{0,15})-(\d{0,15})\z/', trim( $range ), $parts ) || '-' === substr( trim( $range ), 6 ) ) {
			return array( 0, $size - 1, 200 );
		}
		$from = '' === $parts[1] ? max( 0, $size - (int) $parts[2] ) : (int) $parts[1];
		$to   = '' === $parts[1] || '' === $parts[2] ? $size - 1 : min( (int) $parts[2], $size - 1 );
		return $from > $to ? array( 0, 0, 416 ) : array( $from, $to, 206 );
	}
}
