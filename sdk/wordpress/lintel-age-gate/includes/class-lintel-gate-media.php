<?php
/**
 * Which attachments a file belongs to, and which attachments protected posts show. WordPress makes up to a dozen files of
 * one upload and keeps their names with the attachment; what a post shows stands in its blocks, HTML and fields.
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Looks names of files and uses of media up.
 */
final class Lintel_Gate_Media {
	/** What was found last, and for which choice: protected posts are read again only when one of them changed. */
	const SHOWN_OPTION = 'lintel_gate_shown';
	/** Changes with everything that could change what is shown. A list that was made under an older mark never counts. */
	const MARK_OPTION = 'lintel_gate_shown_mark';

	/** Fields in which WordPress keeps the names of an attachment's files. */
	const FILE_FIELDS = array( '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_backup_sizes' );
	/** Fields of posts that hold numbers of attachments and nothing else. */
	const NUMBER_FIELDS = '/thumbnail|image|gallery|picture|photo|logo|media|attachment|file|video|audio|download|poster|background/i';
	const BATCH         = 200;

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		foreach ( array( 'save_post', 'deleted_post', 'add_attachment', 'edit_attachment', 'set_object_terms' ) as $event ) {
			add_action( $event, array( self::class, 'forget' ), 10, 0 );
		}
		foreach ( array( 'added', 'updated', 'deleted' ) as $done ) {
			add_action( "{$done}_post_meta", array( self::class, 'on_field' ), 10, 4 );
		}
	}

	/**
	 * What protected posts show is found out again, at the next question.
	 */
	public static function forget(): void {
		update_option( self::MARK_OPTION, uniqid( '', true ) );
	}

	/**
	 * A field of a post changed. Most say nothing about media, such as counters of views.
	 *
	 * @param int|array $field_id The field's number, or several.
	 * @param int       $post_id  The post.
	 * @param string    $key      The field's name.
	 * @param mixed     $value    Its value.
	 */
	public static function on_field( $field_id, $post_id, $key, $value ): void {
		$refs = array( 'ids' => array(), 'names' => array(), 'blocks' => array() );
		if ( in_array( $key, self::FILE_FIELDS, true ) || 1 === preg_match( self::NUMBER_FIELDS, (string) $key )
			|| $refs !== self::references( is_scalar( $value ) ? (string) $value : (string) maybe_serialize( $value ) ) ) {
			self::forget();
		}
	}

	/**
	 * The attachments that a file belongs to. Several may share one file; a file may have none.
	 *
	 * @param string $name The file below the folder of uploads.
	 * @return int[]
	 */
	public static function owners( string $name ): array {
		global $wpdb;
		// What an optimizer keeps beside a picture is that picture.
		$names = array_unique( array( $name, preg_replace( '/(\.[a-z0-9]{2,5})\.(webp|avif)\z/i', '$1', $name ) ) );
		$ids   = array();
		foreach ( $names as $one ) {
			$ids = array_merge(
				$ids,
				$wpdb->get_col(
					$wpdb->prepare(
						"SELECT post_id FROM {$wpdb->postmeta} WHERE ( meta_key = '_wp_attached_file' AND meta_value = %s )"
						. " OR ( meta_key IN ( '_wp_attachment_metadata', '_wp_attachment_backup_sizes' ) AND meta_value LIKE %s )",
						$one,
						'%"' . $wpdb->esc_like( wp_basename( $one ) ) . '"%'
					)
				)
			);
		}
		$owners = array();
		foreach ( self::files( $ids ) as $id => $files ) {
			if ( array_intersect( $names, $files ) ) {
				$owners[] = $id;
			}
		}
		return $owners;
	}

	/**
	 * The attachments that the given posts show, whoever they belong to.
	 *
	 * @param string $posts SQL that selects the posts' ids; an empty text when there are none.
	 * @return int[]
	 */
	public static function shown_by( string $posts ): array {
		global $wpdb;
		if ( '' === $posts ) {
			return array();
		}
		// Written past WordPress, a change still has its date; the mark is for those within one second.
		$state = $wpdb->get_row( "SELECT COUNT(*), MAX(post_modified_gmt), SUM(ID) FROM {$wpdb->posts} WHERE ID IN ($posts)", ARRAY_N );
		$of    = md5( (string) wp_json_encode( array( $posts, $state, get_option( self::MARK_OPTION, '' ), LINTEL_GATE_VERSION ) ) );
		$kept  = get_option( self::SHOWN_OPTION );
		if ( is_array( $kept ) && isset( $kept['of'], $kept['ids'] ) && $kept['of'] === $of ) {
			return $kept['ids'];
		}
		$ids = self::find_shown_by( $posts );
		update_option( self::SHOWN_OPTION, array( 'of' => $of, 'ids' => $ids ), false );
		return $ids;
	}

	private static function find_shown_by( string $posts ): array {
		global $wpdb;
		$ids    = array();
		$names  = array();
		$blocks = array();
		$read   = static function ( array $refs ) use ( &$ids, &$names, &$blocks ): void {
			$ids    += $refs['ids'];
			$names  += $refs['names'];
			$blocks += $refs['blocks'];
		};
		foreach ( self::rows( "SELECT ID AS at, post_content AS text FROM {$wpdb->posts} WHERE ID IN ($posts) AND post_type NOT IN ('attachment', 'revision')", 'ID' ) as $row ) {
			$read( self::references( $row->text ) );
		}
		foreach ( self::rows( "SELECT meta_id AS at, meta_key AS name, meta_value AS text FROM {$wpdb->postmeta} WHERE post_id IN ($posts)", 'meta_id' ) as $row ) {
			$read( self::references( (string) $row->text ) );
			if ( ! in_array( $row->name, self::FILE_FIELDS, true ) && 1 === preg_match( self::NUMBER_FIELDS, (string) $row->name ) ) {
				$ids += self::numbers( (string) $row->text );
			}
		}
		// Blocks that several posts share are posts of their own, and may hold others.
		for ( $seen = array(); $open = array_diff_key( $blocks, $seen ); ) {
			$seen += $open;
			$list  = implode( ',', array_keys( $open ) );
			foreach ( self::rows( "SELECT ID AS at, post_content AS text FROM {$wpdb->posts} WHERE ID IN ($list) AND post_type NOT IN ('attachment', 'revision')", 'ID' ) as $row ) {
				$read( self::references( $row->text ) );
			}
		}
		$shown = array();
		foreach ( array_chunk( array_keys( $ids ), self::BATCH ) as $some ) {
			$shown = array_merge( $shown, $wpdb->get_col( "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'attachment' AND ID IN (" . implode( ',', $some ) . ')' ) );
		}
		if ( $names ) {
			$last = 0;
			do {
				$some = $wpdb->get_col( $wpdb->prepare( "SELECT ID FROM {$wpdb->posts} WHERE post_type = 'attachment' AND ID > %d ORDER BY ID LIMIT %d", $last, self::BATCH ) );
				foreach ( self::files( $some ) as $id => $files ) {
					if ( array_intersect_key( $names, array_flip( $files ) ) ) {
						$shown[] = $id;
					}
				}
				$last = $some ? (int) end( $some ) : 0;
			} while ( $some );
		}
		$shown = array_values( array_unique( array_map( 'intval', $shown ) ) );
		sort( $shown );
		return $shown;
	}

	/**
	 * Rows in batches, so that a long site does not need a long memory.
	 *
	 * @param string $select SQL with a WHERE, whose number is called "at".
	 * @param string $number The column of that number.
	 */
	private static function rows( string $select, string $number ): Generator {
		global $wpdb;
		$last = 0;
		do {
			$rows = $wpdb->get_results( "$select AND $number > $last ORDER BY $number LIMIT " . self::BATCH );
			foreach ( $rows as $row ) {
				yield $row;
				$last = (int) $row->at;
			}
		} while ( $rows );
	}

	/**
	 * What a text refers to: numbers that may be attachments', names of uploaded files, and numbers of shared blocks. Too
	 * many rather than too few: a number that is no attachment's is dropped later.
	 *
	 * @param string $text HTML, blocks, shortcodes, or what a page builder keeps.
	 * @return array{ids: array<int, true>, names: array<string, true>, blocks: array<int, true>}
	 */
	public static function references( string $text ): array {
		$found = array( 'ids' => array(), 'names' => array(), 'blocks' => array() );
		$text  = str_replace( '\\/', '/', $text );
		if ( preg_match_all( '/(?:wp-image-|attachment_id=|attachment_|"[A-Za-z_]*id":\s*"?|data-id=["\']?)(\d+)/i', $text, $all ) ) {
			$found['ids'] += self::numbers( implode( ',', $all[1] ) );
		}
		if ( preg_match_all( '/"[A-Za-z_]*ids":\s*\[([\d",\s]*)\]|\b[a-z_]*(?:ids?|include|images?)=["\']?([\d,\s]+)|s:\d+:"[a-z_]*id";(?:i:|s:\d+:")(\d+)/i', $text, $all ) ) {
			$found['ids'] += self::numbers( implode( ',', array_merge( $all[1], $all[2], $all[3] ) ) );
		}
		if ( preg_match_all( '/"ref":\s*(\d+)/', $text, $all ) ) {
			$found['blocks'] += self::numbers( implode( ',', $all[1] ) );
		}
		$path = Lintel_Gate_Uploads::folder()['path'];
		if ( '' !== $path && preg_match_all( '~' . preg_quote( $path, '~' ) . '/+([^"\'\s?#<>()\\\\]+(?:\\\\u[0-9a-f]{4}[^"\'\s?#<>()\\\\]*)*)~i', $text, $all ) ) {
			foreach ( array_unique( $all[1] ) as $name ) {
				$name   = (string) preg_replace_callback( '/\\\\u[0-9a-f]{4}/i', static function ( array $letter ): string { return (string) json_decode( '"' . $letter[0] . '"' ); }, $name );
				$name   = html_entity_decode( $name, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
				$plain  = rawurldecode( $name );
				$unlike = array( $name, $plain, preg_replace( '/(\.[a-z0-9]{2,5})\.(webp|avif)\z/i', '$1', $plain ) );
				// Ends of sentences and lists: "a.jpg, b.jpg".
				foreach ( $unlike as $one ) {
					$found['names'] += array( $one => true, rtrim( $one, '.,;:!&' ) => true );
				}
			}
		}
		return $found;
	}

	/** @return array<int, true> */
	private static function numbers( string $text ): array {
		preg_match_all( '/(?<![\d.])\d{1,18}(?![\d.])/', $text, $all );
		return array_fill_keys( array_filter( array_map( 'intval', $all[0] ) ), true );
	}

	/**
	 * The names of all files of attachments, below the folder of uploads.
	 *
	 * @param array $ids Attachments.
	 * @return array<int, string[]>
	 */
	private static function files( array $ids ): array {
		global $wpdb;
		$ids    = array_unique( array_map( 'intval', $ids ) );
		$fields = array();
		if ( $ids ) {
			$rows = $wpdb->get_results(
				"SELECT post_id, meta_key, meta_value FROM {$wpdb->postmeta} WHERE post_id IN (" . implode( ',', $ids ) . ')'
				. " AND meta_key IN ('" . implode( "','", self::FILE_FIELDS ) . "')"
			);
			foreach ( $rows as $row ) {
				$fields[ (int) $row->post_id ][ $row->meta_key ][] = maybe_unserialize( $row->meta_value );
			}
		}
		$files = array();
		foreach ( $fields as $id => $of ) {
			$main = array_filter( isset( $of['_wp_attached_file'] ) ? $of['_wp_attached_file'] : array(), 'is_string' );
			$more = array();
			foreach ( array_diff_key( $of, array( '_wp_attached_file' => 0 ) ) as $values ) {
				array_walk_recursive(
					$values,
					static function ( $value, $key ) use ( &$more ): void {
						if ( is_string( $value ) && in_array( $key, array( 'file', 'original_image', 'thumb' ), true ) ) {
							$more[] = $value;
						}
					}
				);
			}
			// All but the first name are written without their folder, which is the first one's.
			foreach ( $main as $name ) {
				$folder = dirname( $name );
				foreach ( $more as $one ) {
					$main[] = '.' === $folder ? wp_basename( $one ) : $folder . '/' . wp_basename( $one );
				}
			}
			$files[ $id ] = array_values( array_unique( array_merge( $main, $more ) ) );
		}
		return $files;
	}
}
